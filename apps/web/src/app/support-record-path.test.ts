import { expect, test } from 'vitest';
import { supportRecordPath, supportViewOf } from './support-record-path.ts';

test.each([
  { kind: 'votes', activityId: null, idolId: null, state: null, direction: null },
  { kind: 'votes', activityId: '1004', idolId: '101', state: 'quarantined', direction: null },
  { kind: 'gifts', activityId: null, idolId: null, state: null, direction: null },
  { kind: 'gifts', activityId: '1004', idolId: null, state: null, direction: 'received' },
] as const)('the address of $kind, activity $activityId, idol $idolId leads back to the same view', (view) => {
  const [, search = ''] = supportRecordPath(view).split('?');
  expect(supportViewOf(search)).toEqual(view);
});

test('an address with an unknown tab shows the votes', () => {
  expect(supportViewOf('tab=secrets&idolId=101&state=lost&direction=up')).toEqual({
    kind: 'votes',
    activityId: null,
    idolId: '101',
    state: null,
    direction: null,
  });
});
