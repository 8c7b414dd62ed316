import { expect, test } from 'vitest';
import { changeTerm, contentBench, keptTerm } from './content-bench.ts';

const bench = contentBench({ sharesDatabase: true });

test.each([
  ['opensAt', 'opensAt: -P2D', 'opensAt: -P1D', 8],
  ['closesAt', 'closesAt: +P1DT12H', 'closesAt: +P2D', 9],
  ['timeZone', 'Asia/Taipei', 'Asia/Tokyo', 10],
  ['freeVotesPerDay', 'freeVotesPerDay: 3', 'freeVotesPerDay: 4', 11],
  ['dailyCap', '    dailyCap: 500\n', '', 2],
  ['votesPerTicket', 'votesPerTicket: 10', 'votesPerTicket: 11', 13],
  ['ticketAsset', 'TICKET_7', 'TICKET_8', 6],
  ['voteAsset', 'VOTE_7', 'VOTE_8', 7],
  ['prizes', 'ranks: [2, 2]', 'ranks: [2, 3]', 15],
  ['rules', 'en_US: Fair', 'en_US: Unfair', 20],
] as const)('a change of published terms after the opening is refused: %s', async (field, from, to, line) => {
  await bench.apply();
  const change = { field, from, to, line };
  expect(await changeTerm(bench, change)).toEqual(keptTerm(change));
});
