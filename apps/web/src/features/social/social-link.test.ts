import { expect, test } from 'vitest';
import { readComingBack } from './social-link.ts';

test.each([
  ['?state=twitter.abc&code=c-1', { provider: 'twitter', state: 'twitter.abc', answer: { code: 'c-1' } }],
  [
    '?error=access_denied&error_description=No&state=discord.abc',
    { provider: 'discord', state: 'discord.abc', answer: { error: 'access_denied' } },
  ],
  ['?state=twitter.abc&code=c&error=e', { provider: 'twitter', state: 'twitter.abc', answer: { code: 'c' } }],
  ['?state=myspace.abc&code=c', null],
  ['?state=twitter.abc', null],
  ['?code=c', null],
  ['', null],
])('the address %s brings back %o', (search, comingBack) => {
  expect(readComingBack(search)).toEqual(comingBack);
});
