import { expect, it } from 'vitest';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { hostSays } from '../../../test/ai-host/demo-knowledge.ts';

it.each([
  [
    'en_US',
    'Who has a birthday in October?',
    'Birthdays: Sanna Ho (October 10), Maple Tsou (October 2), Juno Wei (October 31).',
  ],
  ['en_US', 'Whose birthday is on October 31?', 'Birthdays: Juno Wei (October 31).'],
  ['zh_TW', '十二月生日的是誰？', '生日：夏歐凜（12月1日）、丁雪松（12月21日）。'],
] as const)('knows birthdays by month and day: %s, %s', (language, question, text) => {
  expect(hostSays(question, knownEvent(language)).text).toBe(text);
});

it('knows the birthdays of this month', () => {
  expect(hostSays('Who has a birthday this month?', knownEvent('en_US')).text).toBe(
    'Birthdays: Pico Chien (November 2), Pearl Jan (November 26).',
  );
});

it('knows no birthday of a day on which no idol was born', () => {
  expect(hostSays('Whose birthday is on October 30?', knownEvent('en_US')).outcome).toBe('unknown');
});
