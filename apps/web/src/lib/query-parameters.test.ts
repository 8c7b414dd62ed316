import { expect, test } from 'vitest';
import { addressQuery } from './query-parameters.ts';

test.each([
  ['?activityId=1004', '', '1004'],
  ['', '#/vote?activityId=1004', '1004'],
  ['', '#?activityId=1004', '1004'],
  ['?platform=app', '#/vote?activityId=1004', '1004'],
  ['?activityId=1004', '#/vote?activityId=7', '1004'],
  ['', '#/vote?next=/a?b&activityId=%E5%85%89', '光'],
  ['?activityId=', '#/vote?activityId=7', ''],
  ['', '#activityId=1004', null],
  ['', '', null],
])('of "%s" and "%s" the activity is %j', (search, hash, activityId) => {
  expect(new URLSearchParams(addressQuery({ search, hash })).get('activityId')).toBe(activityId);
});

test.each([
  ['', '', ''],
  ['?a=1', '', 'a=1'],
  ['', '#/vote?b=2', 'b=2'],
  ['?a=1', '#/vote?b=2', 'a=1&b=2'],
  ['?a=1', '#place', 'a=1'],
])('the query of "%s" and "%s" is "%s"', (search, hash, query) => {
  expect(addressQuery({ search, hash })).toBe(query);
});
