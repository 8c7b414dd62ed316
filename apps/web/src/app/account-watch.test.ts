import { expect, test } from 'vitest';
import { turnOf } from './account-watch.tsx';

const page = { own: 'fan-1', isSignedIn: true, named: 'fan-1' };
const visitor = { own: undefined, isSignedIn: false, named: null };

test.each([
  ['stays while its fan is the browser’s', page, 'stay'],
  ['leaves when another fan is signed in', { ...page, named: 'fan-2' }, 'leave'],
  ['leaves when its fan is signed out', { ...page, named: null }, 'leave'],
  [
    'leaves for another fan also after its own has signed out on it',
    { ...page, isSignedIn: false, named: 'fan-2' },
    'leave',
  ],
  ['goes on when its fan signs in again', { ...page, isSignedIn: false }, 'resume'],
  ['stays without one when its fan has signed out on it', { ...page, isSignedIn: false, named: null }, 'stay'],
  ['stays where an earlier build has signed a fan in without a name', { ...page, named: '1' }, 'stay'],
  ['of a visitor takes up the fan who signs in', { ...visitor, named: 'fan-2' }, 'resume'],
  ['of a visitor stays while nobody is signed in', visitor, 'stay'],
] as const)('a page %s', (_what, sight, turn) => {
  expect(turnOf(sight)).toBe(turn);
});
