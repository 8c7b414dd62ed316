import { expect, test } from 'vitest';
import { readHostCookies } from './enter-host.ts';

const mina = { token: 't', accountId: 'fan-1', nickname: 'Mina' };
const dark = { theme: 'dark' } as const;

test('both cookies say who the fan is and how to look', () => {
  expect(readHostCookies({ environment: dark, user: mina })).toEqual({ environment: dark, user: mina });
});

test('a user of null is an answer: no fan is signed in', () => {
  expect(readHostCookies({ environment: dark, user: null }).user).toBeNull();
});

test('a missing cookie says nothing', () => {
  const nothing = { environment: undefined, user: undefined };
  expect(readHostCookies()).toEqual(nothing);
  expect(readHostCookies({})).toEqual(nothing);
  expect(readHostCookies(nothing)).toEqual(nothing);
});

test.each([[1], ['x'], [true], [[mina]]])('%j is JSON and yet says nothing', (said) => {
  expect(readHostCookies({ environment: said, user: said })).toEqual({ environment: undefined, user: undefined });
});
