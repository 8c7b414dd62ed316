import { expect, it } from 'vitest';
import { hostSays } from '../../../test/ai-host/demo-knowledge.ts';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import type { Election } from './facts.ts';

const facts = knownEvent('en_US');

it.each([
  ['who leads best 7?', 'Orrin Sha is in place 1 of Best 7 with 600 points.'],
  ['what place is Bean in best seven', 'Bean Ngai is in place 4 of Best 7 with 549 points.'],
  [
    'When does Best 7 end?',
    'Best 7 closes December 5th, 22:00 (Taipei). You can cast one free ballot on each day until then.',
  ],
])('knows the poll: %s', (question, text) => {
  expect(hostSays(question, facts).text).toBe(text);
});

it.each(['who leads best 7?', 'When does Best 7 end?'])('knows nothing without a poll: %s', (question) => {
  expect(hostSays(question, { ...facts, best7: null }).outcome).toBe('unknown');
});

it('names no leader without points', () => {
  const best7 = facts.best7 && {
    ...facts.best7,
    standings: facts.best7.standings.map((one) => ({ ...one, points: 0 })),
  };
  expect(hostSays('who leads best 7?', { ...facts, best7 }).outcome).toBe('unknown');
});

it('says until when a red packet is open, and when the next one opens', () => {
  const at = new Date('2026-11-26T05:00:00.000Z');
  expect(hostSays('When is the next red packet?', { ...facts, at }).text).toBe(
    'Lunch-break packet is open until November 26th, 14:30 (Taipei). ' +
      'Prime-time packet opens November 26th, 20:30 (Taipei).',
  );
});

it('knows nothing about packets, boxes and raffles while there are none', () => {
  const none = { ...facts, luck: { packets: [], boxes: [], raffles: [] } };
  for (const question of ['When is the next red packet?', 'How much is the blind box?', 'When is the raffle drawn?']) {
    expect(hostSays(question, facts).outcome).toBe('answered');
    expect(hostSays(question, none).outcome).toBe('unknown');
  }
});

it('promises a rare prize only where the box does', () => {
  const boxes = facts.luck.boxes.map((box) => ({ ...box, rareWithin: null }));
  expect(hostSays('Is a rare prize guaranteed?', facts).text).toContain('30');
  expect(hostSays('Is a rare prize guaranteed?', { ...facts, luck: { ...facts.luck, boxes } }).outcome).toBe('unknown');
});

const box = '“Collector’s box of fifty” is 50 tickets for 1,900 Points, at most 2 per fan.';

it.each([
  ['How much is the collectors box of fifty?', box],
  ['what is in the box of fifty', box],
  [
    'when can i buy the last night express',
    '“Last-night express” is 20 tickets for 780 Points, at most 3 per fan. ' +
      'It goes on sale November 27th, 22:00 (Taipei).',
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

type Quarantine = NonNullable<Election['rules']>['quarantine'];

const published = facts.election?.rules?.quarantine as NonNullable<Quarantine>;

/** Returns what the host says under other rules on votes set aside. */
function answerWith(question: string, quarantine: Quarantine) {
  const { rules } = facts.election as Election;
  const election = { ...(facts.election as Election), rules: rules && { ...rules, quarantine } };
  return hostSays(question, { ...facts, election });
}

it('says when votes under review are decided, and what happens to the others', () => {
  const question = 'How long does the review of votes take?';
  expect(answerWith(question, published).text).toBe(
    'Our team decides on votes under review within 36 hours after the close. ' +
      'Votes that are still undecided then count.',
  );
  expect(answerWith(question, { ...published, ifUndecided: 'voided' }).text).toContain('don’t count');
  expect(answerWith(question, null).outcome).toBe('unknown');
});

it('says when a vote is set aside, by the reasons that the rules have', () => {
  const question = 'When is a vote set aside?';
  expect(answerWith(question, published).text).toBe(
    'Votes are set aside for review when one fan votes more than 25 times within a minute, ' +
      'or when more than 4 fans vote from one device within a day, or when more than 3,000 fans vote from one ' +
      'address within an hour. Our team then decides whether they count.',
  );
  expect(answerWith(question, { ...published, callsPerMinute: null, fansPerAddress: null }).text).toBe(
    'Votes are set aside for review when more than 4 fans vote from one device within a day. ' +
      'Our team then decides whether they count.',
  );
});
