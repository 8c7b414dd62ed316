import type { ProfileWords } from './use-update-profile.ts';

/** The words that are other than before. What a fan has not touched may have been changed by them elsewhere. */
export function changedWords(words: ProfileWords, before: ProfileWords): Partial<ProfileWords> {
  const { nickname, bio, languageType } = words;
  return {
    ...(nickname !== before.nickname && { nickname }),
    ...(bio !== before.bio && { bio }),
    ...(languageType !== before.languageType && { languageType }),
  };
}
