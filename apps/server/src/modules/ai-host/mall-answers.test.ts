import { expect, it } from 'vitest';
import { hostSays } from '../../../test/ai-host/demo-knowledge.ts';
import { knownEvent } from '../../../test/ai-host/known-event.ts';

const facts = knownEvent('en_US');
const box = '“Collector’s box of fifty” is 50 tickets for 1,900 Points, at most 2 per fan.';

it.each([
  ['How much is the collectors box of fifty?', box],
  ['what is in the box of fifty', box],
  [
    'when can i buy the last night express',
    '“Last-night express” is 20 tickets for 780 Points, at most 3 per fan. It goes on sale November 27th, 22:00 (Taipei).',
  ],
  ['how many votes are in the beam pack', '“Beam” costs 1,400 Points and brings 300 votes and 45 bonus votes.'],
  ['how many votes does one ticket give', 'A ticket is worth 10 votes.'],
])('knows offers by their names: %s', (question, text) => {
  expect(hostSays(question, facts).text).toBe(text);
});

it('knows offers in Chinese', () => {
  expect(hostSays('新朋友見面禮可以買幾次', knownEvent('zh_TW')).text).toBe(
    '「新朋友見面禮」是 140 點數換 5 張投票券，每人最多換 1 次。',
  );
});

it('names the fewest Points for a ticket among the offers that are on sale', () => {
  const cheapestOf = (offers: typeof facts.offers) =>
    hostSays('What is the cheapest way to get tickets?', { ...facts, offers }).text;
  expect(cheapestOf(facts.offers)).toContain('“Welcome bundle”');
  const offers = facts.offers.map((offer) =>
    offer.title === 'Welcome bundle' ? { ...offer, state: 'soldOut' as const } : offer,
  );
  expect(cheapestOf(offers)).toContain('“Collector’s box of fifty”');
  expect(hostSays('How much is the welcome bundle?', { ...facts, offers }).text).toContain('sold out');
});

it('knows no offer while there is none', () => {
  expect(hostSays('What is the cheapest way to get tickets?', { ...facts, offers: [] }).outcome).toBe('unknown');
});
