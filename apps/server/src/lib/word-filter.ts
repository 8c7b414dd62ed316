import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { normaliseText } from '#/lib/normalise-text.ts';

/** Says whether a moderator should see a text before others do. */
export type WordFilter = (text: string) => boolean;

/** Building the patterns takes a moment, so it waits for the first message. */
let english: RegExpMatcher | undefined;

/**
 * English words come from a library that knows their disguises. Chinese ones are content, and are found whatever is written
 * between their characters, and in simplified or traditional ones.
 */
export function createWordFilter(words: readonly string[]): WordFilter {
  const normalised = words.map(normaliseText).filter((word) => word !== '');
  return (text) => {
    english ??= new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
    if (english.hasMatch(text.normalize('NFKC'))) return true;
    const written = normaliseText(text);
    return normalised.some((word) => written.includes(word));
  };
}
