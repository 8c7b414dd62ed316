import { expect, test } from 'vitest';
import { supportRecordPath, supportViewOf } from './support-record-path.ts';

test.each([
  { kind: 'votes', activityId: null, idolId: null, state: null },
  { kind: 'votes', activityId: '1004', idolId: '101', state: 'quarantined' },
  { kind: 'gifts', activityId: null, idolId: null, state: null },
] as const)('the address of $kind, activity $activityId, idol $idolId leads back to the same view', (view) => {
  const [, search = ''] = supportRecordPath(view).split('?');
  expect(supportViewOf(search)).toEqual(view);
});

test('an address with an unknown tab shows the votes', () => {
  expect(supportViewOf('tab=secrets&idolId=101&state=lost')).toEqual({
    kind: 'votes',
    activityId: null,
    idolId: '101',
    state: null,
  });
});
