import { expect, test } from 'vitest';
import { safeNextPath, signInPath } from './navigation.ts';

test('after signing in a fan is back where they were', () => {
  const path = '/vote-activity?activityId=1004';
  expect(safeNextPath(signInPath(path).replace('/login', ''))).toBe(path);
});

test.each([
  ['', '/'],
  ['?next=', '/'],
  ['?next=https://evil.example', '/'],
  ['?next=//evil.example', '/'],
  ['?next=/%5Cevil.example', '/'],
  ['?next=javascript:alert(1)', '/'],
  ['?next=/login?next=/me', '/'],
])('a next path of "%s" leads to %s', (search, path) => {
  expect(safeNextPath(search)).toBe(path);
});
