import { expect, test } from 'vitest';
import { anchorOf, parsePackTime, resolvePackTime } from './pack-time.ts';

const anchoredAt = new Date('2026-11-21T20:00:00Z');

test.each([
  ['-P11D', '2026-11-10T20:00:00.000Z'],
  ['+P2DT14H', '2026-11-24T10:00:00.000Z'],
  ['+PT90M', '2026-11-21T21:30:00.000Z'],
  ['-P1W', '2026-11-14T20:00:00.000Z'],
  ['2026-12-31T20:00:00+08:00', '2026-12-31T12:00:00.000Z'],
])('%s is %s', (written, moment) => {
  const time = parsePackTime(written);
  expect(time && resolvePackTime(time, anchoredAt).toISOString()).toBe(moment);
});

test.each([
  'P2D',
  '+P',
  '+PT',
  '+P1DT',
  '+P1M',
  '+P1Y',
  'tomorrow',
  '2026-11-21',
  '2026-11-21T20:00:00',
  '2026-13-01T00:00:00Z',
  '',
])('"%s" is no time', (written) => {
  expect(parsePackTime(written)).toBeUndefined();
});

test('the anchor is the full hour', () => {
  expect(anchorOf(new Date('2026-11-21T20:59:59.999Z'))).toEqual(anchoredAt);
  expect(anchorOf(anchoredAt)).toEqual(anchoredAt);
});
