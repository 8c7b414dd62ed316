import type { Language } from '@lightstick/contract';
import { linkOrContactIn } from '#/lib/links-and-contacts.ts';
import { createWordFilter } from '#/lib/word-filter.ts';

/** The most characters of a question. */
export const longestQuestion = 120;

export type Verdict = 'fine' | 'crisis' | 'doubtful' | 'link' | 'insult';

/** A wish to die or to hurt oneself, in either language. It comes before all other checks. */
const crisis =
  /想死|不想活|活不下去|想自殺|想自杀|要自殺|要自杀|自殺|自杀|輕生|轻生|想消失|割腕|傷害自己|伤害自己|自殘|自残|跳樓|跳楼|結束生命|结束生命|結束自己|了結自己|suicid|kill(ing)? my ?self|end (my|it all|my own) ?life|end it all|want(ed)? to die|wanna die|don'?t want to (live|be alive)|no reason to live|hurt(ing)? my ?self|harm(ing)? my ?self|self[- ]?harm|cut(ting)? my ?self/i;

/** What a person should see first: a fan who tells too much about themself, or asks for that. */
const doubtful =
  /\b(i am|i'?m|im) (only )?(\d|1[0-7])\b|\b(my|your|her|his|their) (home )?(address|school|phone|number|password)\b|我(今年)?(\d|1[0-7]) ?歲|(你|妳|她|他|我)?(的)?(住址|地址|電話|手機號碼|學校|密碼)|讀(國小|國中)|未成年/i;

/** The question as its fan wrote it, without invisible characters and runs of spaces. */
export function tidied(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Cf}|\p{Cc}/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** How many characters a reader sees. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Judges a tidied text. A cry for help is heard first, whatever else the text contains. */
export function judged(given: string): Verdict {
  const text = given.normalize('NFKC');
  const dense = text.replaceAll(/[\s\p{P}\p{S}]/gu, '');
  if (crisis.test(text) || crisis.test(dense)) return 'crisis';
  if (linkOrContactIn(text)) return 'link';
  if (isInsulting(text)) return 'insult';
  return doubtful.test(text) ? 'doubtful' : 'fine';
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
