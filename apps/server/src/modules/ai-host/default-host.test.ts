import { describe, expect, it } from 'vitest';
import { heldQuestions } from '../../../test/ai-host/held-questions.ts';
import { keptAsideQuestions } from '../../../test/ai-host/kept-aside-questions.ts';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { answerByFacts } from './default-host.ts';
import { guarded } from './guard.rules.ts';
import { knownNumbers, numbersIn } from './known-numbers.rules.ts';
import { languageOf } from './question.rules.ts';
import type { Said } from './words.ts';

const events = { en_US: knownEvent('en_US'), zh_TW: knownEvent('zh_TW') };
const known = { en_US: knownNumbers(events.en_US), zh_TW: knownNumbers(events.zh_TW) };
const kept = new Map<string, Said>();
function answered(question: string): Said {
  const said = kept.get(question) ?? answerByFacts(question, events[languageOf(question)]);
  kept.set(question, said);
  return said;
}

/** Other questions than the held ones, by which the intents were tuned. */
const tuned: readonly (readonly [string, RegExp | null])[] = [
  ['so who is ahead at the moment', /Lumi/],
  ['which idol has the most votes so far', /Lumi/],
  ['top five please', /Kiko/],
  ['who is on place 7', /Hazel/],
  ['where is Nabi in the ranking', /9/],
  ['whats the vote count of Aster Kang', /11,450/],
  ['difference between Hazel and Aster', /537/],
  ['deadline for votes?', /Nov 28/],
  ['which day is the last day of voting', /Nov 28/],
  ['votes of team comet?', /57,616/],
  ['who belongs to Team Tidal', /Marin/],
  ['team of Bean?', /Grove/],
  ['prize for third place', /duet/],
  ['do i need money to vote', /3/],
  ['max votes per day?', /1,000/],
  ['cost of 10 tickets', /450/],
  ['what can i do to get points', /task/],
  ['when is the birthday of Teal', /Jan 7/],
  ['hobby of Cedar Ting?', /trampolines/],
  ['who is performing Small Light', /Firefly/],
  ['where does the concert take place', /Harbour Hall 3/],
  ['is there a minimum for staking', /10/],
  ['next live stream?', /Sofa/],
  ['is Kiko married', null],
  ['how much does Lumi weigh', null],
  ['why is the sky blue', null],
  ['do you like pizza', null],
  ['when is Christmas', null],
  ['請問誰目前票數最高', /湯露米/],
  ['第七名是誰', /顏小榛/],
  ['駱娜比現在排名多少', /9/],
  ['康紫菀有多少票', /11,450/],
  ['小榛和紫菀差幾票', /537/],
  ['投票截止時間', /11 月 28 日/],
  ['彗星隊的票數', /57,616/],
  ['潮聲隊成員有誰', /瑪凜/],
  ['小豆是哪隊', /林響/],
  ['第三名有什麼獎', /雙人曲/],
  ['每日最多投幾票', /1,000/],
  ['十張票券要多少點', /450/],
  ['要怎麼得到點數', /任務/],
  ['杜青鷗的生日', /1 月 7 日/],
  ['丁雪松的興趣是', /彈翻床/],
  ['小小的光是誰的歌', /螢火隊/],
  ['演唱會辦在哪', /港灣三館/],
  ['下一場直播', /沙發/],
  ['琪可結婚了嗎', null],
  ['露米多重', null],
  ['天空為什麼是藍的', null],
  ['聖誕節是哪一天', null],
];

const isUnknown = ({ source }: Said) => source === null;
/** Right, or an honest "I don't know": never a wrong answer. */
const isHonest = (said: Said, must: RegExp | null) => isUnknown(said) || (must?.test(said.text) ?? false);

function strayNumbers(said: Said, question: string): string[] {
  return numbersIn(said.text).filter((number) => !known[languageOf(question)].has(number));
}

describe('the host without a model', () => {
  it('answers at least 90 % of the held questions rightly or honestly, and states no number outside the facts', () => {
    const results = heldQuestions.map(({ text, must }) => ({ text, must, said: answered(text) }));
    const wrong = results.filter(({ said, must }) => !isHonest(said, must));
    const answerable = results.filter(({ must }) => must !== null);
    const right = answerable.filter(({ said, must }) => !isUnknown(said) && must?.test(said.text));
    expect(results).toHaveLength(200);
    expect(wrong.length / results.length).toBeLessThanOrEqual(0.1);
    // Honesty alone would be easy: most questions that the facts answer are answered.
    expect(right.length / answerable.length).toBeGreaterThanOrEqual(0.7);
    expect(results.flatMap(({ said, text }) => strayNumbers(said, text))).toEqual([]);
  });

  it('states no number outside the facts for questions of someone who had not read it', () => {
    expect(keptAsideQuestions).toHaveLength(200);
    expect(keptAsideQuestions.flatMap(({ text }) => strayNumbers(answered(text), text))).toEqual([]);
  });

  it.each(tuned)('answers %j', (question, must) => {
    const said = answered(question);
    if (must) expect(said.text).toMatch(must);
    else expect(said.source).toBeNull();
  });

  it('says nothing that its own guard refuses', () => {
    const questions = [...tuned.map(([question]) => question), ...heldQuestions.map(({ text }) => text)];
    const refused = questions.flatMap((question) => {
      const language = languageOf(question);
      const { text } = answered(question);
      const judged = guarded(text, events[language], known[language]);
      return judged.isFine ? [] : [{ text, because: judged.because }];
    });
    expect(refused).toEqual([]);
  });
});
