import { linkOrContactIn } from '#/lib/links-and-contacts.ts';
import type { Facts } from './facts.ts';
import { isInsulting, languageOf } from './question.rules.ts';
import type { Known } from './known-numbers.rules.ts';
import { numbersIn } from './known-numbers.rules.ts';

export type GuardedAnswer =
  | { readonly isFine: true; readonly sentences: readonly string[] }
  | { readonly isFine: false; readonly because: string };

const mostSentences = 3;
const longestAnswer = 420;

const advice =
  /\b(vote|votes|voting|cast (a|your) votes?) (for|on) (?!(a|the|your favou?rite) (song|idol)s?\b)|\b(you|everyone|fans) should (vote|support|choose|pick)|投(票)?給|(請|快|要|應該|快點|記得)(去)?投(?!票)|該投|推薦你?投|支持(她|他)吧/i;
/** It never claims to be a person, to feel, or to speak for an idol. */
const persona =
  /\b(i am|i'?m) (a )?(real )?(human|person|idol)\b|\bi love you\b|\bmy (boy|girl)friend\b|我是(真人|人類|偶像本人)|我(也)?愛你|我喜歡你|當我(男|女)朋友/i;
const instructions = /system prompt|my instructions|as an ai language model|系統提示|我的指示/i;

/**
 * Judges a whole answer before anybody sees it. Every number, date, time and rank in it must be one of the facts, and a count
 * or place that is one idol's must not be said of another.
 */
export function guarded(text: string, facts: Facts, known: Known): GuardedAnswer {
  const refuse = (because: string): GuardedAnswer => ({ isFine: false, because });
  const tidy = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  if (tidy === '') return refuse('empty');
  if (tidy.length > longestAnswer) return refuse('length');
  if (linkOrContactIn(tidy) || /[<>{}[\]*_#`|\\]/.test(tidy)) return refuse('link');
  if (isInsulting(tidy)) return refuse('words');
  if (advice.test(tidy)) return refuse('advice');
  if (persona.test(tidy)) return refuse('persona');
  if (instructions.test(tidy)) return refuse('instructions');
  if (languageOf(tidy) !== facts.language) return refuse('language');
  const sentences = sentencesOf(text.replaceAll(/\s+/g, ' ').trim());
  if (sentences.length > mostSentences) return refuse('sentences');
  for (const number of numbersIn(tidy)) if (!known.has(number)) return refuse(`number ${number}`);
  for (const sentence of sentences) {
    const mistaken = mistakenFor(sentence, facts);
    if (mistaken) return refuse(mistaken);
  }
  return { isFine: true, sentences };
}

/** Sentences with their marks. Full stops inside numbers and short forms end none. */
export function sentencesOf(text: string): string[] {
  return (text.match(/[^.!?。！？]+(?:[.!?](?=\S)[^.!?。！？]*)*[.!?。！？]*[”」』"')]*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const saysFirst = /\b(first|leads?|leading|in the lead|top spot|number one|#1)\b|第一|領先|冠軍|榜首/i;
const saysGap = /\b(behind|gap|ahead|away|short|catch)\b|差|落後|領先第|追/i;

/** Why a sentence about idols cannot be true: a count of another idol, or a first place that is not hers. */
function mistakenFor(sentence: string, { election }: Facts): string | undefined {
  const idols = election?.idols ?? [];
  const named = idols.filter(({ names }) => names.some((name) => sentence.toLowerCase().includes(name.toLowerCase())));
  if (named.length === 0) return undefined;
  // Her profile in its own words claims nothing.
  const claim = named
    .flatMap(({ profile }) => sentencesOf(profile))
    .reduce((rest, quoted) => rest.replace(quoted, ''), sentence);
  for (const number of numbersIn(claim)) {
    const votes = Number(number);
    const owners = Number.isInteger(votes) && votes >= 100 ? idols.filter((idol) => idol.votes === votes) : [];
    if (owners.length > 0 && !owners.some((owner) => named.includes(owner))) return `count ${number} of another`;
  }
  const [only] = named;
  const isFirst = named.some(({ rank, isOut }) => rank === 1 && !isOut);
  if (only && !isFirst && saysFirst.test(claim) && !saysGap.test(claim)) return 'place of another';
  return undefined;
}
