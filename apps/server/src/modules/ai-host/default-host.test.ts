import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { demoFaq, hostSays } from '../../../test/ai-host/demo-knowledge.ts';
import { heldQuestions } from '../../../test/ai-host/held-questions.ts';
import { keptAsideQuestions } from '../../../test/ai-host/kept-aside-questions.ts';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { partOf, runSet } from '../../../test/ai-host/run-set.ts';
import { trainingQuestions } from '../../../test/ai-host/training-questions.ts';
import { factAnswers } from './fact-answers.ts';
import { judgeAnswer } from './guard.rules.ts';
import { factEntries } from './knowledge/knowledge.ts';
import { collectNumbers, numbersIn } from './known-numbers.rules.ts';
import { judgeQuestion, languageOf } from './question.rules.ts';
import type { SpokenAnswer } from './speech.ts';

const sets = new URL('../../../test/ai-host/sets/', import.meta.url);
const files = await readdir(sets);
/** What was reached. */
const floors: Readonly<Record<string, { readonly right: number; readonly wrong: number }>> = {
  'from-the-screens.txt': { right: 0.99, wrong: 0 },
  'from-the-screens-kept-aside.txt': { right: 0.94, wrong: 0 },
};
const keptAside = [...heldQuestions, ...keptAsideQuestions];
const events = { en_US: knownEvent('en_US'), zh_TW: knownEvent('zh_TW') };
const known = { en_US: collectNumbers(events.en_US), zh_TW: collectNumbers(events.zh_TW) };
const kept = new Map<string, SpokenAnswer>();
function answerOnce(question: string): SpokenAnswer {
  const said = kept.get(question) ?? hostSays(question, events[languageOf(question)]);
  kept.set(question, said);
  return said;
}

const isAnswered = ({ outcome }: SpokenAnswer) => outcome === 'answered';
/** Returns whether a pack wrote the answer, which may have its own numbers. */
const isWritten = ({ entries }: SpokenAnswer) => entries.some((entry) => !entry.startsWith('fact:'));

describe('the host without a model', () => {
  it.each(files)('answers most of %s rightly, and next to none wrongly', async (file) => {
    const floor = floors[file] ?? { right: 0.85, wrong: 0.02 };
    const outcomes = await runSet(new URL(file, sets));
    const wrong = outcomes
      .filter(({ verdict }) => verdict === 'wrong')
      .map(({ question, said }) => [question, said.text]);
    expect(partOf(outcomes, 'wrong') <= floor.wrong ? [] : wrong).toEqual([]);
    expect(partOf(outcomes, 'right')).toBeGreaterThanOrEqual(floor.right);
  });

  it.each([
    ['held questions', heldQuestions, 0.97, 0.02],
    ['questions kept aside', keptAsideQuestions, 0.85, 0.06],
  ] as const)('answers the %s rightly or honestly, with facts only', (_, questions, leastRight, mostWrong) => {
    const results = questions.map(({ text, must }) => ({ text, must, said: answerOnce(text) }));
    const wrong = results.filter(({ said, must }) => isAnswered(said) && !must?.test(said.text));
    const answerable = results.filter(({ must }) => must !== null);
    const right = answerable.filter(({ must, said }) => isAnswered(said) && must?.test(said.text));
    expect(results).toHaveLength(200);
    expect(wrong.length / results.length).toBeLessThanOrEqual(mostWrong);
    expect(right.length / answerable.length).toBeGreaterThanOrEqual(leastRight);
    const strayNumbers = results
      .filter(({ said }) => !isWritten(said))
      .flatMap(({ text, said }) => numbersIn(said.text).filter((number) => !known[languageOf(text)].has(number)));
    expect(strayNumbers).toEqual([]);
  });

  it('answers its training questions, and says nothing that no fact supports', () => {
    const results = trainingQuestions.map(([question, must]) => ({ question, must, said: answerOnce(question) }));
    const wrong = results.filter(({ must, said }) => isAnswered(said) && (must === '-' || !said.text.includes(must)));
    expect(wrong).toEqual([]);
    const unanswered = results.filter(({ must, said }) => must !== '-' && !isAnswered(said));
    expect(unanswered.length / results.length).toBeLessThanOrEqual(0.02);
  });

  it.each(demoFaq)('answers $id by each of its own ways to ask', ({ id, asks }) => {
    const others = Object.values(asks)
      .flat()
      .filter((ask) => !ask.includes('{') && answerOnce(ask).entries.join() !== `faq:${id}`);
    expect(others).toEqual([]);
  });

  it('names the screen to which an entry leads', () => {
    const unnamed = demoFaq.filter(({ asks }) => answerOnce(asks.en_US[0] ?? '').source?.text === 'Source: help');
    expect(unnamed.map(({ link }) => link)).toEqual([]);
  });

  it('takes every way to ask, and none waits for an operator', () => {
    const asks = demoFaq.flatMap(({ asks: { en_US: english, zh_TW: chinese } }) => [...english, ...chinese]);
    expect(asks.filter((ask) => judgeQuestion(ask.replaceAll(/[{}]/g, '')) !== 'fine')).toEqual([]);
  });

  it('says nothing that its own guard refuses', () => {
    const questions = [
      ...trainingQuestions.map(([question]) => question),
      ...keptAside.map(({ text }) => text),
      ...demoFaq.flatMap(({ asks }) => [asks.en_US[0] ?? '', asks.zh_TW[0] ?? '']),
    ];
    const refused = questions.flatMap((question) => {
      const language = languageOf(question);
      const said = answerOnce(question);
      const allowed = new Set([...known[language], ...(isWritten(said) ? numbersIn(said.text) : [])]);
      const verdict = judgeAnswer(said.text, events[language], allowed);
      return verdict.isFine ? [] : [{ text: said.text, because: verdict.because }];
    });
    expect(refused).toEqual([]);
  });

  it('has an answer for every fact that can be asked for, and a way to ask for every answer', () => {
    const asked = factEntries().map(({ id }) => id.replace('fact:', ''));
    expect(asked.filter((name) => name !== 'beyond').toSorted()).toEqual(Object.keys(factAnswers).toSorted());
  });
});

describe('a question that is not plain', () => {
  const say = (question: string) => hostSays(question, events[languageOf(question)]);

  it('leans on one before, and the host asks back', () => {
    const { outcome, suggestions } = say('and the second?');
    expect(outcome).toBe('suggested');
    expect(suggestions).toContain('Who is in place 2?');
    expect(say('那珊娜呢').suggestions).toContain('何珊娜第幾名？');
  });

  it('asks two things, and gets both answers', () => {
    expect(say('Who is leading and how many idols are there?')).toMatchObject({
      text: 'Lumi Tang leads with 18,420 votes. 24 idols in 4 teams take part.',
      entries: ['fact:leader', 'fact:idolCount'],
    });
    const long = say('How do I get votes? And how does the check-in work?');
    expect(long).toMatchObject({ outcome: 'answered', suggestions: ['How does the check-in work?'] });
  });

  it('denies something, and is not taken for its opposite', () => {
    expect(say('why can I not vote').entries).toEqual(['faq:cannot-vote']);
    expect(say('不能投票怎麼辦').entries).not.toContain('faq:how-to-vote');
  });

  it.each([
    ['Kikko rank?', 'Kiko Meng is in place 5 with 13,002 votes.'],
    ['湯露咪第幾名', '湯露米目前第 1 名，18,420 票。'],
    ['汤露米第几名', '湯露米目前第 1 名，18,420 票。'],
    ['ｗｈｏ ｉｓ ｎｏ． １２？', 'Mori Pai is in place 12 with 8,645 votes.'],
  ])('has a name or number in another form: %s', (question, text) => {
    expect(say(question).text).toBe(text);
  });

  it.each([
    ['who is first in best 7', 'Orrin Sha is in place 1 of Best 7 with 600 points.'],
    ['最佳七人第二名是誰', '古芙恩在最佳七人是第 2 名，583 分。'],
    ['which idol has number 24', 'Number 24 is Olive Shih, Team Grove.'],
    ['二十四號是誰', '24 號是林響隊的石橄欖。'],
    ['where is number 14 on the ranking', 'Bibi Fang is in place 10 with 9,876 votes.'],
    ['三四名差幾票', '高莎貝的票比古芙恩多 330 票。'],
  ])('is taken for what it names, and for no place in the ranking: %s', (question, text) => {
    expect(say(question).text).toBe(text);
  });

  it.each(['which kpop group is the best', 'what is 12 x 15', 'how do i vote in the nba', '推薦一個韓團'])(
    'is of a topic that no entry has, and is not answered: %s',
    (question) => {
      expect(say(question).outcome).not.toBe('answered');
    },
  );

  it('has a plea for help after it, or a short word for minutes', () => {
    expect(say('i need more votes, help me please').entries).toEqual(['faq:get-votes']);
    expect(say('limits in the last 10 min').entries).toEqual(['fact:endingLimits']);
    expect(say('after the election, what about my tickets').text).not.toContain('Aster');
  });

  it('is answered by a written page, quoted with its heading', () => {
    expect(say('Which license does the software have?')).toMatchObject({
      outcome: 'answered',
      text: expect.stringContaining('Apache License 2.0'),
      source: { to: '/use-terms#section-8-who-owns-what' },
    });
    expect(say('do you log network addresses')).toMatchObject({
      outcome: 'unknown',
      source: { to: '/privacy-policy#section-codes-attempts-and-limits' },
    });
  });
});
