import { expect, test } from 'vitest';
import { votesOfTickets } from './price-steps.ts';

const steps = [
  { fromTicket: 1, votesPerTicket: 10 },
  { fromTicket: 101, votesPerTicket: 8 },
  { fromTicket: 111, votesPerTicket: 1 },
];

test.each([
  [0, 0, 0],
  [0, 1, 10],
  [0, 100, 1000],
  [0, 101, 1008],
  [99, 2, 18],
  [100, 10, 80],
  [95, 20, 50 + 80 + 5],
  [500, 3, 3],
])('after %i tickets of the day, %i bring %i votes', (before, tickets, votes) => {
  expect(votesOfTickets(steps, { before, tickets })).toBe(votes);
});
