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
  ['?next=/%09/evil.example', '/'],
  ['?next=%09//evil.example', '/'],
  ['?next=/%0A%5Cevil.example', '/'],
  ['?next=/me%00', '/'],
  ['?next=/me%3Fto=//evil.example', '/me?to=//evil.example'],
  ['?next=/%E6%8A%95%E7%A5%A8', '/投票'],
  ['?next=javascript:alert(1)', '/'],
  ['?next=/login?next=/me', '/'],
])('a next path of "%s" leads to %s', (search, path) => {
  const next = safeNextPath(search);
  expect(next).toBe(path);
  expect(new URL(next, 'https://vote.example.com').origin, 'as a browser reads it').toBe('https://vote.example.com');
});
