import { expect, test } from 'vitest';
import { changedWords } from './use-update-profile.ts';

const before = { nickname: 'Mina', bio: 'Team Grove', languageType: 'en_US' } as const;

test.each([
  [{}, {}],
  [{ nickname: 'Rin' }, { nickname: 'Rin' }],
  [{ bio: '' }, { bio: '' }],
  [
    { bio: 'Team Tide', languageType: 'zh_TW' as const },
    { bio: 'Team Tide', languageType: 'zh_TW' },
  ],
])('of %o nothing else is sent', (typed, sent) => {
  expect(changedWords({ ...before, ...typed }, before)).toEqual(sent);
});
