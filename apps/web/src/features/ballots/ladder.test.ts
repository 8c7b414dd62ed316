import { describe, expect, test } from 'vitest';
import { type Idol, standings } from '#/features/elections/standings.ts';
import { climbOf, ladderOf, reachOf } from './ladder.ts';

function listOf(votes: readonly number[], tieRule: 'reachedFirst' | 'sharedPlace' = 'reachedFirst') {
  const idols = votes.map((count, index) => {
    const rank = tieRule === 'sharedPlace' ? votes.indexOf(count) + 1 : index + 1;
    return { idolId: `${index + 1}`, name: `Idol ${index + 1}`, votes: count, rank, leftInRound: null } as Idol;
  });
  return standings(idols, undefined, { state: 'open', tieRule });
}

const idsOf = (rungs: readonly { readonly idolId: string }[]) => rungs.map(({ idolId }) => idolId);

describe('a ladder', () => {
  test('holds the idol between her neighbours', () => {
    expect(idsOf(ladderOf(listOf([9, 8, 7, 6]), '3'))).toEqual(['2', '3', '4']);
  });

  test('is as long at both ends', () => {
    const list = listOf([9, 8, 7, 6]);
    expect(idsOf(ladderOf(list, '1'))).toEqual(['1', '2', '3']);
    expect(idsOf(ladderOf(list, '4'))).toEqual(['2', '3', '4']);
    expect(ladderOf(list, '99')).toEqual([]);
    expect(idsOf(ladderOf(listOf([9, 8]), '2'))).toEqual(['1', '2']);
  });
});

describe('what a number of votes would do', () => {
  const list = listOf([30, 20, 14, 10]);
  const reach = (idolId: string, amount: number) => reachOf(list, { idolId, amount, tieRule: 'reachedFirst' });

  test('a tie is not enough, one vote more is', () => {
    expect(reach('4', 4)).toEqual({ kind: 'missing', rank: 3, votes: 1 });
    expect(reach('4', 5)).toEqual({ kind: 'enough', rank: 3, votes: 5 });
  });

  test('many votes are enough for the best place that they reach', () => {
    expect(reach('4', 10)).toEqual({ kind: 'enough', rank: 3, votes: 10 });
    expect(reach('4', 11)).toEqual({ kind: 'enough', rank: 2, votes: 11 });
    expect(reach('4', 21)).toEqual({ kind: 'enough', rank: 1, votes: 21 });
  });

  test('where idols share places, a tie is enough', () => {
    const shared = listOf([30, 20, 14, 10], 'sharedPlace');
    expect(reachOf(shared, { idolId: '4', amount: 4, tieRule: 'sharedPlace' })).toMatchObject({
      kind: 'enough',
      rank: 3,
    });
  });

  test('it is nothing for the first', () => {
    expect(reach('1', 5)).toBeNull();
  });
});

describe('a climb', () => {
  const list = listOf([30, 20, 14, 10]);

  test('takes counts and places from the answer', () => {
    const lift = { before: { rank: 4, votes: 10 }, after: { rank: 2, votes: 25 }, passed: ['2', '3'], lead: 5 };
    expect(climbOf(list, '4', lift)).toMatchObject([
      { idolId: '4', rank: 2, rankBefore: 4, votes: 25 },
      { idolId: '2', rank: 3, rankBefore: 2, votes: 20 },
    ]);
  });

  test('over one place keeps the neighbour below', () => {
    const lift = { before: { rank: 3, votes: 14 }, after: { rank: 2, votes: 21 }, passed: ['2'], lead: 1 };
    expect(climbOf(list, '3', lift)).toMatchObject([
      { idolId: '3', rank: 2, rankBefore: 3, votes: 21 },
      { idolId: '2', rank: 3, rankBefore: 2, votes: 20 },
      { idolId: '4', rank: 4, votes: 10 },
    ]);
  });

  test('is empty when no idol was overtaken', () => {
    const lift = { before: { rank: 4, votes: 10 }, after: { rank: 4, votes: 14 }, passed: [], lead: null };
    expect(climbOf(list, '4', lift)).toEqual([]);
  });
});
