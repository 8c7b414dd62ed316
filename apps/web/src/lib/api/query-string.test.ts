import { expect, test } from 'vitest';
import { queryString } from './query-string.ts';

test('parameters are encoded, and undefined ones are left out', () => {
  expect(queryString({ email: 'a+b@example.com', type: 1, teamId: undefined })).toBe(
    '?email=a%2Bb%40example.com&type=1',
  );
});

test('nothing to ask is no query at all', () => {
  expect(queryString(undefined)).toBe('');
  expect(queryString({ teamId: undefined })).toBe('');
});
