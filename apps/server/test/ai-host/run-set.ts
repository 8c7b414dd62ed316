import { readFile } from 'node:fs/promises';
import { languageOf } from '#/modules/ai-host/question.rules.ts';
import type { SpokenAnswer } from '#/modules/ai-host/speech.ts';
import { hostSays } from './demo-knowledge.ts';
import { knownEvent } from './known-event.ts';

/** `right`: answered by an expected entry, or honest where nothing is known. `near`: the right question is there to tap. */
type Verdict = 'right' | 'near' | 'honest' | 'wrong';
type Outcome = {
  readonly question: string;
  readonly expected: string;
  readonly verdict: Verdict;
  readonly said: SpokenAnswer;
};

const events = { en_US: knownEvent('en_US'), zh_TW: knownEvent('zh_TW') };

/**
 * Asks the demo's host every question of a file of lines `question | faq:an-entry, fact:aFact` or `question | honest`; lines
 * that begin with # are comments.
 */
export async function runSet(file: URL | string): Promise<Outcome[]> {
  const lines = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [question = '', expected = ''] = line.split('|').map((part) => part.trim());
    const said = hostSays(question, events[languageOf(question)]);
    return { question, expected, verdict: verdictOn(said, expected.split(/,\s*/)), said };
  });
}

function verdictOn({ outcome, entries }: SpokenAnswer, expected: readonly string[]): Verdict {
  const isKnown = !expected.includes('honest');
  if (outcome === 'answered') return isKnown && entries.some((entry) => expected.includes(entry)) ? 'right' : 'wrong';
  if (!isKnown) return 'right';
  return outcome === 'suggested' && entries.some((entry) => expected.includes(entry)) ? 'near' : 'honest';
}

/** Returns the part of outcomes with a verdict, from 0 to 1. */
export const partOf = (outcomes: readonly Outcome[], ...verdicts: readonly Verdict[]) =>
  outcomes.filter(({ verdict }) => verdicts.includes(verdict)).length / outcomes.length;
