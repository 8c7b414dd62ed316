import { expect, it } from 'vitest';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { answerByFacts } from './default-host.ts';
import type { Facts } from './facts.ts';

it.each([
  ['en_US', 'Who is leading?', 'Lumi Tang leads with 18,420 votes. Counts are frozen since Nov 28, 21:00 (Taipei).'],
  ['zh_TW', '現在誰是第一名？', '湯露米目前第 1 名，18,420 票。票數自 11 月 28 日 21:00（臺北時間）起凍結顯示。'],
] as const)('counts that are hidden from now on are said to be: %s', (language, question, text) => {
  const facts = knownEvent(language);
  const election = facts.election && { ...facts.election, frozenAt: new Date('2026-11-28T13:00:00Z') };
  expect(answerByFacts(question, { ...facts, election }).text).toBe(text);
});

it('without an election the host does not know', () => {
  const facts: Facts = { ...knownEvent('en_US'), election: null };
  expect(answerByFacts('Who is leading?', facts).source).toBeNull();
});
