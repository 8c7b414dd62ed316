import { expect, it } from 'vitest';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { answerByFacts } from './default-host.ts';

it.each([
  ['en_US', 'Who has a birthday in October?', 'Birthdays: Sanna Ho (Oct 10), Maple Tsou (Oct 2), Juno Wei (Oct 31).'],
  ['en_US', 'Whose birthday is on October 31?', 'Birthdays: Juno Wei (Oct 31).'],
  ['zh_TW', '十二月生日的是誰？', '生日：夏歐凜（12 月 1 日）、丁雪松（12 月 21 日）。'],
] as const)('knows birthdays by month and day: %s, %s', (language, question, text) => {
  expect(answerByFacts(question, knownEvent(language)).text).toBe(text);
});

it('knows no birthday of a day on which no idol was born', () => {
  expect(answerByFacts('Whose birthday is on October 30?', knownEvent('en_US')).source).toBeNull();
});
