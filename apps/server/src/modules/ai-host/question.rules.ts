import type { Language } from '@lightstick/contract';
import * as z from 'zod';
import { alternatives, readLanguageFile } from '#/lib/language-file.ts';
import { createWordFilter, linkOrContactIn } from '#/modules/moderation/index.ts';
import { cryForHelp } from './cry-for-help.rules.ts';

/** The most characters of a question. */
export const longestQuestion = 120;

/** `unclear`: a cry for help may hide in it. `doubtful`: an operator looks at it first. */
type TextVerdict = 'fine' | 'crisis' | 'unclear' | 'doubtful' | 'link' | 'insult';

const { doubtful } = readLanguageFile(
  new URL('question.yaml', import.meta.url),
  z.strictObject({ doubtful: alternatives }),
);

/** Judges a cleaned text. A cry for help comes first, before all other contents. */
export function judgeQuestion(given: string): TextVerdict {
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

/**
 * Decides the language by the script of most words, so that a name of the other language changes nothing; two Chinese
 * characters are about a word.
 */
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

/** Counts the pairs of neighbouring characters. */
function bigramsOf(text: string): Map<string, number> {
  const characters = Array.from(text);
  const counts = new Map<string, number>();
  for (let index = 0; index + 1 < characters.length; index += 1) {
    const pair = `${characters[index]}${characters[index + 1]}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

const sameFrom = 0.8;

/** Returns whether two questions ask the same in nearly the same words and numbers. */
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

/** Returns the digits: questions about the first and the second place differ by one character only. */
function digitsOf(text: string): string {
  return (text.match(/\d+|第[一二三四五六七八九十]+|first|second|third/g) ?? []).join(' ');
}

/** A question that waits, with the fan who asked it; null once they are erased. */
export type WaitingQuestion = {
  readonly id: number;
  readonly text: string;
  readonly language: string;
  readonly fanId: number | null;
  readonly hands: number;
  readonly askedAt: Date;
  readonly offersHelp: boolean;
};

export type Pick = {
  readonly question: WaitingQuestion;
  readonly pickedBy: 'hands' | 'wait' | 'chance';
  /** The same in nearly the same words; its answer counts for them, too. */
  readonly merged: readonly WaitingQuestion[];
};

/** Others can raise a hand for so long before a question is picked. */
const handsMs = 8_000;
/** A fan who waits alone can take the question back for so long. */
const aloneMs = 2_500;
/** A question that is not picked by then is passed. */
export const longestWaitMs = 15 * 60_000;
/** Two questions are picked at least so far apart. */
const pickEveryMs = 20_000;
/** The rest after an answer, before the next question is picked. */
const restMs = 2_000;
/** Waiting so long weighs as much as a hand. */
const waitOfAHandMs = 60_000;
const mostChoices = 3;

/** The timing of the room: its pace while questions wait for each other, and the end of the last answer. */
export type Pace = { readonly nextPickAt: Date; readonly spokenUntil: Date };

type Queue = {
  readonly waiting: number;
  readonly oldestAt: Date;
  /** Whether the oldest question is of the fan heard last, or no other fan was heard. */
  readonly isOfLastHeard: boolean;
};

/**
 * Returns when the next question is picked, if one waits. A fan is alone, and does not wait for the pace of the room,
 * if theirs is the only question and was asked after the answer to another fan had ended.
 */
export function pickTimeOf({ nextPickAt, spokenUntil }: Pace, { waiting, oldestAt, isOfLastHeard }: Queue): Date {
  const askedMs = oldestAt.getTime();
  const quietFromMs = spokenUntil.getTime() + restMs;
  if (waiting > 1) return new Date(Math.max(nextPickAt.getTime(), askedMs + handsMs));
  const isAlone = isOfLastHeard || quietFromMs <= askedMs;
  return new Date(isAlone ? askedMs + aloneMs : Math.max(askedMs + handsMs, quietFromMs));
}

/** Returns when the question after this one can be picked. */
export function nextPickAfter(pickedAt: Date, spokenUntil: Date): Date {
  return new Date(Math.max(pickedAt.getTime() + pickEveryMs, spokenUntil.getTime() + restMs));
}

/**
 * Picks one of the best three by hands and waiting, by chance, so that no fan can plan the stage. The fan heard last is left
 * out while others wait.
 *
 * @param chance from 0 up to 1
 */
export function pickOf(
  waiting: readonly WaitingQuestion[],
  { lastFanId, at, chance }: { readonly lastFanId: number | null; readonly at: Date; readonly chance: number },
): Pick | undefined {
  const others = waiting.filter(({ fanId }) => fanId === null || fanId !== lastFanId);
  const candidates = groupNearDuplicates(others.length > 0 ? others : waiting);
  const best = candidates
    .map((group) => ({
      ...group,
      score: group.hands + (at.getTime() - group.question.askedAt.getTime()) / waitOfAHandMs,
    }))
    .toSorted((one, other) => other.score - one.score || one.question.id - other.question.id)
    .slice(0, mostChoices);
  const chosen = best[Math.min(best.length - 1, Math.floor(chance * best.length))];
  if (!chosen) return undefined;
  const { question } = chosen;
  const merged = waiting.filter((one) => one.id !== question.id && isSame(one, question));
  return { question, merged, pickedBy: reasonFor(chosen, best) };
}

type QuestionGroup = { readonly question: WaitingQuestion; readonly hands: number };

/** Groups nearly equal questions under the one that was asked first. */
function groupNearDuplicates(waiting: readonly WaitingQuestion[]): QuestionGroup[] {
  const groups: { question: WaitingQuestion; hands: number }[] = [];
  for (const one of waiting.toSorted((a, b) => a.askedAt.getTime() - b.askedAt.getTime() || a.id - b.id)) {
    const same = groups.find(({ question }) => isSame(one, question));
    // Each repeat is a fan who wants to know it.
    if (same) same.hands += one.hands + 1;
    else groups.push({ question: one, hands: one.hands });
  }
  return groups;
}

function isSame(one: WaitingQuestion, other: WaitingQuestion): boolean {
  return one.language === other.language && isNearDuplicate(one.text, other.text);
}

function reasonFor(chosen: QuestionGroup, best: readonly QuestionGroup[]): Pick['pickedBy'] {
  const others = best.filter((group) => group.question.id !== chosen.question.id);
  if (chosen.hands > 0 && others.every(({ hands }) => hands < chosen.hands)) return 'hands';
  if (others.every(({ question }) => question.askedAt > chosen.question.askedAt)) return 'wait';
  return 'chance';
}
