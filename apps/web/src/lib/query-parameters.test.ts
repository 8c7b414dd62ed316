import { expect, test } from 'vitest';
import { queryParameter } from './query-parameters.ts';

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
  expect(queryParameter('activityId', search, hash)).toBe(activityId);
});
