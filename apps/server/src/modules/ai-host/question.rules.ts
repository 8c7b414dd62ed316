import type { Language } from '@lightstick/contract';
import * as z from 'zod';
import { alternatives, readLanguageFile } from '#/lib/language-file.ts';
import { createWordFilter, linkOrContactIn } from '#/modules/moderation/index.ts';
import { cryForHelp } from './cry-for-help.rules.ts';

/** The most characters of a question. */
export const longestQuestion = 120;

/** `unclear`: a cry for help may hide in it. `doubtful`: an operator looks at it first. */
export type Verdict = 'fine' | 'crisis' | 'unclear' | 'doubtful' | 'link' | 'insult';

const { doubtful } = readLanguageFile(
  new URL('question.yaml', import.meta.url),
  z.strictObject({ doubtful: alternatives }),
);

/** Judges a cleaned text. A cry for help is heard first, whatever else the text contains. */
export function judged(given: string): Verdict {
  const text = given.normalize('NFKC');
  const cry = cryForHelp(text);
  if (cry === 'certain') return 'crisis';
  if (linkOrContactIn(text)) return 'link';
  // What may be a cry is not turned away for its words.
  if (isInsulting(text)) return cry === 'possible' ? 'crisis' : 'insult';
  if (doubtful.test(text)) return 'doubtful';
  return cry === 'possible' ? 'unclear' : 'fine';
}

/** Whether a question or an answer insults or is obscene. */
export const isInsulting = createWordFilter([]);

/** By the script of most words, so that a name of the other language changes nothing; two Chinese characters are about a word. */
export function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[a-z]{2,}/gi)?.length ?? 0;
  return han > 0 && han / 2 >= words ? 'zh_TW' : 'en_US';
}

const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Pairs of neighbouring characters, each with how often it occurs. */
export function bigramsOf(text: string): Map<string, number> {
  const characters = Array.from(text);
  const counts = new Map<string, number>();
  for (let index = 0; index + 1 < characters.length; index += 1) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

const sameFrom = 0.8;

/** Whether two questions ask the same in nearly the same words and numbers. */
export function isNearDuplicate(one: string, other: string): boolean {
  const [a, b] = [letters(one), letters(other)];
  if (a === b) return true;
  if (digitsOf(a) !== digitsOf(b)) return false;
  const [pairsOfOne, pairsOfOther] = [bigramsOf(a), bigramsOf(b)];
  let shared = 0;
  for (const [pair, count] of pairsOfOne) shared += Math.min(count, pairsOfOther.get(pair) ?? 0);
  const total = Math.max(0, Array.from(a).length - 1) + Math.max(0, Array.from(b).length - 1);
  return total > 0 && (2 * shared) / total >= sameFrom;
}

/** Questions about the first and the second place differ by one character only. */
function digitsOf(text: string): string {
  return (text.match(/\d+|第[一二三四五六七八九十]+|first|second|third/g) ?? []).join(' ');
}
