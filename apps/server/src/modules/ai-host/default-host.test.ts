import { describe, expect, it } from 'vitest';
import { heldQuestions } from '../../../test/ai-host/held-questions.ts';
import { keptAsideQuestions } from '../../../test/ai-host/kept-aside-questions.ts';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { trainingQuestions } from '../../../test/ai-host/training-questions.ts';
import { answerByFacts } from './default-host.ts';
import { guarded } from './guard.rules.ts';
import { knownNumbers, numbersIn } from './known-numbers.rules.ts';
import { languageOf } from './question.rules.ts';
import type { Said } from './words.ts';

const keptAside = [...heldQuestions, ...keptAsideQuestions];
const events = { en_US: knownEvent('en_US'), zh_TW: knownEvent('zh_TW') };
const known = { en_US: knownNumbers(events.en_US), zh_TW: knownNumbers(events.zh_TW) };
const kept = new Map<string, Said>();
function answered(question: string): Said {
  const said = kept.get(question) ?? answerByFacts(question, events[languageOf(question)]);
  kept.set(question, said);
  return said;
}

const isUnknown = ({ source }: Said) => source === null;
/** Right, or an honest "I don't know": never a wrong answer. */
const isHonest = (said: Said, must: RegExp | null) => isUnknown(said) || (must?.test(said.text) ?? false);

function strayNumbers(said: Said, question: string): string[] {
  return numbersIn(said.text).filter((number) => !known[languageOf(question)].has(number));
}

describe('the host without a model', () => {
  it.each([
    ['held questions', heldQuestions, 0.95],
    ['questions kept aside', keptAsideQuestions, 0.65],
  ] as const)(
    'answers at least 90 % of the %s rightly or honestly, and states no number outside the facts',
    (_, questions, leastRight) => {
      const results = questions.map(({ text, must }) => ({ text, must, said: answered(text) }));
      const wrong = results.filter(({ said, must }) => !isHonest(said, must));
      const answerable = results.filter(({ must }) => must !== null);
      const right = answerable.filter(({ said, must }) => !isUnknown(said) && must?.test(said.text));
      expect(results).toHaveLength(200);
      expect(wrong.length / results.length).toBeLessThanOrEqual(0.1);
      // Honesty alone would be easy: most questions that a fan asks are answered.
      expect(right.length / answerable.length).toBeGreaterThanOrEqual(leastRight);
      expect(results.flatMap(({ said, text }) => strayNumbers(said, text))).toEqual([]);
    },
  );

  it('answers the questions by which it was tuned, and says of others that it does not know', () => {
    const results = trainingQuestions.map(([question, must]) => ({ question, must, said: answered(question) }));
    const wrong = results.filter(({ must, said }) => !isUnknown(said) && (must === '-' || !said.text.includes(must)));
    expect(wrong).toEqual([]);
    const unanswered = results.filter(({ must, said }) => must !== '-' && isUnknown(said));
    expect(unanswered).toEqual([]);
  });

  it('says nothing that its own guard refuses', () => {
    const questions = [...trainingQuestions.map(([question]) => question), ...keptAside.map(({ text }) => text)];
    const refused = questions.flatMap((question) => {
      const language = languageOf(question);
      const { text } = answered(question);
      const judged = guarded(text, events[language], known[language]);
      return judged.isFine ? [] : [{ text, because: judged.because }];
    });
    expect(refused).toEqual([]);
  });
});
