import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import * as z from 'zod';
import { alternatives, readLanguageFile, wordList } from '#/lib/language-file.ts';
import { normaliseText } from '#/lib/normalise-text.ts';

/** Says whether a text has words that insult, threaten or are obscene. */
export type WordFilter = (text: string) => boolean;

/** A family name of China before a given one, which has a vowel after its first sound. */
const familyFu = /\bFu (?=(?:[ZCS]h|[B-DF-HJ-NP-TW-Z])?[aeiouAEO])/gu;
/** Digits alone are no letters in disguise: "455 votes". */
const numbers = /(?<![\p{L}\p{N}])\p{Nd}+(?![\p{L}\p{N}])/gu;

const { english, harmlessEnglish, chinese, harmlessChinese, goesOn, mother } = readLanguageFile(
  new URL('word-filter.yaml', import.meta.url),
  z.strictObject({
    english: alternatives,
    harmlessEnglish: wordList,
    chinese: wordList,
    harmlessChinese: wordList,
    goesOn: alternatives,
    mother: alternatives,
  }),
);

type Matchers = {
  readonly english: RegExpMatcher;
  readonly chinese: readonly string[];
  readonly harmless: readonly string[];
};

/** Building the patterns takes a moment, so it waits for the first text. */
let matchers: Matchers | undefined;

const normaliseWords = (words: readonly string[]) => words.map(normaliseText).filter((word) => word !== '');

function build(): Matchers {
  const dataset = englishDataset.build();
  return {
    english: new RegExpMatcher({
      ...dataset,
      ...englishRecommendedTransformers,
      whitelistedTerms: [...(dataset.whitelistedTerms ?? []), ...harmlessEnglish],
    }),
    chinese: normaliseWords(chinese),
    harmless: normaliseWords(harmlessChinese),
  };
}

/**
 * Creates the filter. English words come from a library that knows their disguises, Chinese ones from here and from the
 * caller. They are found with anything between their characters, in simplified or traditional ones.
 */
export function createWordFilter(words: readonly string[]): WordFilter {
  const own = normaliseWords(words);
  return (text) => {
    matchers ??= build();
    const plain = withoutGaps(text.normalize('NFKC').replaceAll(familyFu, '').replaceAll(numbers, ' '));
    if (english.test(plain) || matchers.english.hasMatch(plain)) return true;
    const written = matchers.harmless.reduce((left, word) => left.replaceAll(word, ' '), normaliseText(text));
    const judged = written.replaceAll(mother, ' ').replaceAll(goesOn, ' ');
    return [...matchers.chinese, ...own].some((word) => holdsWord(judged, word));
  };
}

const segmenter = new Intl.Segmenter('zh-TW', { granularity: 'word' });

/**
 * Returns whether a text has a word, and not only its characters across the words of a sentence, as 口交 in 門口交換. An
 * adverb before it may belong to it in the dictionary, as 快去 in 快去死.
 */
function holdsWord(text: string, word: string): boolean {
  if (!text.includes(word)) return false;
  const ends = new Set([0]);
  for (const { index, segment } of segmenter.segment(text)) ends.add(index + segment.length);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isAcross = Array.from(word).some((_, place) => place > 0 && ends.has(at + place));
    const before = text.slice(Math.max(...Array.from(ends).filter((place) => place <= at)), at);
    if (!isAcross || (ends.has(end) && /^[快大要不死你再都就很真太超又還別來滾]?$/u.test(before))) return true;
  }
  return false;
}

/** Letters that are set apart, as in "b a d", are a word. */
function withoutGaps(text: string): string {
  return text.replaceAll(/\b(?:[a-z][\s.*_-]){2,}[a-z]\b/gi, (letters) => letters.replaceAll(/[^a-z]/gi, ''));
}
