import MiniSearch from 'minisearch';
import * as z from 'zod';
import { readLanguageFile, wordList } from '#/lib/language-file.ts';
import { inTraditional } from '#/lib/normalise-text.ts';
import { numerals, signs } from '../names.rules.ts';

const vocabularyFile = z.strictObject({
  concepts: z.record(z.string(), wordList),
  ignored: wordList,
  light: wordList,
  topics: wordList,
  things: wordList,
});

/** What a question is compared by. */
export type Tokens = ReadonlySet<string>;

type Vocabulary = {
  /** Concepts of a phrase, by its stems or characters; none for what says nothing of a topic. */
  readonly phrases: ReadonlyMap<string, readonly string[]>;
  readonly longestEnglish: number;
  readonly longestChinese: number;
  /** Concepts that say little of a topic. */
  readonly light: ReadonlySet<string>;
  /** Concepts without which an answer is about something else. */
  readonly topics: ReadonlySet<string>;
  /** Concepts that an answer has where the question does. */
  readonly things: ReadonlySet<string>;
};

let vocabulary: Vocabulary | undefined;

/**
 * Loads the vocabulary and the dictionaries of Chinese with the first question, because reading them takes a moment.
 */
function loadVocabulary(): Vocabulary {
  if (vocabulary) return vocabulary;
  const file = readLanguageFile(new URL('vocabulary.yaml', import.meta.url), vocabularyFile);
  const phrases = new Map<string, string[]>();
  for (const word of file.ignored) phrases.set(keyOf(word), []);
  for (const [concept, words] of Object.entries(file.concepts)) {
    for (const word of words) phrases.set(keyOf(word), [...(phrases.get(keyOf(word)) ?? []), `@${concept}`]);
  }
  const lengths = (isHan: boolean, lengthOf: (phrase: string) => number) =>
    Math.max(...[...phrases.keys()].filter((phrase) => han.test(phrase) === isHan).map(lengthOf));
  vocabulary = {
    phrases,
    longestEnglish: lengths(false, (phrase) => phrase.split(' ').length),
    longestChinese: lengths(true, (phrase) => Array.from(phrase).length),
    light: new Set(file.light.map((concept) => `@${concept}`)),
    topics: new Set(file.topics.map((concept) => `@${concept}`)),
    things: new Set([...file.topics, ...file.things].map((concept) => `@${concept}`)),
  };
  return vocabulary;
}

const han = /\p{Script=Han}/u;
const keyOf = (phrase: string) =>
  han.test(phrase) ? foldText(phrase) : foldText(phrase).split(' ').map(stemOf).join(' ');

/** Gives a text one form for case, width and variants of characters. */
export function foldText(text: string): string {
  // No word has a letter three times in a row, but excited fans write so.
  return inTraditional(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/([a-z])\1{2,}/g, '$1')
      .replaceAll(/(?<=\d ?)mins?\b/g, ' minutes'),
  );
}

/** Three letters, the last no vowel, or more with a vowel after the second. */
const isStem = /^..[^aeiouy]*[aeiouy]|..[^aeiou]$/;

/** Gives the forms of an English word one form. */
export function stemOf(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?:ing|ed)$/, (ending, at: number, whole: string) => (isStem.test(whole.slice(0, at)) ? '' : ending))
    .replace(/(?<=..)e$/, '')
    .replace(/([^aeiouls])\1$/, '$1');
}

const segmenter = new Intl.Segmenter('zh-TW', { granularity: 'word' });
const allSigns: ReadonlySet<string> = new Set(Object.values(signs));

/**
 * Returns the meaning of a text: concepts of the vocabulary, stems of other English words, words and pairs of other
 * Chinese characters, and signs. A second name of a kind has its own sign.
 * @param text folded, with signs for names
 * @param known corrects an English word that is misspelt
 */
export function tokensOf(text: string, known?: (word: string) => string): Set<string> {
  const tokens = new Set<string>();
  const add = (token: string) => tokens.add(allSigns.has(token) && tokens.has(token) ? `${token}${token}` : token);
  // What is a number depends on the characters beside it, which may be of another run.
  const numbers = new Set([...text.matchAll(numerals)].flatMap(([number]) => (han.test(number) ? [number] : [])));
  for (const [run] of text.matchAll(/\p{Script=Han}+|[☆◆♪▣◇№▤]|[^\p{Script=Han}☆◆♪▣◇№▤]+/gu)) {
    if (allSigns.has(run)) add(run);
    else if (han.test(run)) addChinese(run, numbers, add);
    else addEnglish(run, known ?? ((word) => word), add);
  }
  return tokens;
}

function addEnglish(run: string, known: (word: string) => string, add: (token: string) => void): void {
  const { phrases, longestEnglish } = loadVocabulary();
  // Without apostrophes, so that can't is cant.
  const words = run.replaceAll(/['’`]/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const stems = words.map((word) => known(stemOf(word)));
  for (let at = 0; at < words.length;) {
    const length = longestPhrase(phrases, longestEnglish, (size) =>
      at + size <= stems.length ? stems.slice(at, at + size).join(' ') : undefined,
    );
    if (length > 0) phrases.get(stems.slice(at, at + length).join(' '))?.forEach(add);
    else if (words[at]?.match(numerals)) add(signs.number);
    else add(stems[at] ?? '');
    at += Math.max(1, length);
  }
}

function addChinese(run: string, numbers: ReadonlySet<string>, add: (token: string) => void): void {
  const { phrases, longestChinese } = loadVocabulary();
  let rest = '';
  const flush = () => {
    const characters = Array.from(rest);
    for (const { segment } of segmenter.segment(rest)) if (segment.length > 1) add(segment);
    for (let at = 0; at + 1 < characters.length; at += 1) add(`${characters[at]}${characters[at + 1]}`);
    if (characters.length === 1) add(rest);
    rest = '';
  };
  for (let at = 0; at < run.length;) {
    const length = longestPhrase(phrases, longestChinese, (size) =>
      at + size <= run.length ? run.slice(at, at + size) : undefined,
    );
    const number = [...numbers].find((one) => run.startsWith(one, at));
    if (length > 0) {
      flush();
      phrases.get(run.slice(at, at + length))?.forEach(add);
    } else if (number) {
      flush();
      add(signs.number);
    } else rest += run[at];
    at += Math.max(1, length, length > 0 ? 0 : (number?.length ?? 0));
  }
  flush();
}

function longestPhrase(
  phrases: Vocabulary['phrases'],
  longest: number,
  phraseOf: (size: number) => string | undefined,
): number {
  for (let size = longest; size > 0; size -= 1) {
    const phrase = phraseOf(size);
    if (phrase !== undefined && phrases.has(phrase)) return size;
  }
  return 0;
}

/** Returns whether the vocabulary has an English word. */
export const isWord = (word: string) => wordsOfVocabulary().has(stemOf(word));

let englishWords: ReadonlySet<string> | undefined;

function wordsOfVocabulary(): ReadonlySet<string> {
  englishWords ??= new Set(
    [...loadVocabulary().phrases.keys()].filter((phrase) => !han.test(phrase)).flatMap((phrase) => phrase.split(' ')),
  );
  return englishWords;
}

/** Corrects an English word to the known one that differs by a letter or two. */
export function spellingOf(words: Iterable<string>): (word: string) => string {
  const known = new Set([...wordsOfVocabulary(), ...words]);
  const index = new MiniSearch<{ id: string }>({ fields: ['id'], tokenize: (word) => [word] });
  index.addAll([...known].filter((word) => /^[a-z]{4,}$/.test(word)).map((id) => ({ id })));
  return (word) => {
    if (known.has(word) || !/^[a-z]{5,}$/.test(word)) return word;
    const near = index.search(word, { fuzzy: word.length >= 6 ? 2 : 1, prefix: false });
    const candidates = near.map(({ id }) => String(id)).filter((id) => id[0] === word[0]);
    // Letters in another order are the likeliest slip.
    return candidates.find((id) => sortLetters(id) === sortLetters(word)) ?? candidates[0] ?? word;
  };
}

const sortLetters = (word: string) => Array.from(word).toSorted().join('');

/** How names are found in a text. */
export const reading = { fold: foldText, tokens: (text: string) => tokensOf(foldText(text)) };

/** Returns whether a token says little of a topic. */
export const isLight = (token: string) => loadVocabulary().light.has(token);
/** Returns whether a token is a topic. */
export const isTopic = (token: string) => loadVocabulary().topics.has(token);
/** Returns whether a token is a topic or something that an answer must be about if the question is. */
export const isThing = (token: string) => loadVocabulary().things.has(token);
