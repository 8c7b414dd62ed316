import { expect, it } from 'vitest';
import { hostSays } from '../../../test/ai-host/demo-knowledge.ts';
import { knownEvent } from '../../../test/ai-host/known-event.ts';

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
