import { expect, it } from 'vitest';
import { overtakesBetween } from './overtakes.rules.ts';

/** Standings by votes, with the places that they give; equal votes keep the order. */
const standings = (votes: Readonly<Record<string, number>>) =>
  new Map(
    Object.entries(votes)
      .toSorted(([, one], [, two]) => two - one)
      .map(([idolId, count], index) => [idolId, { votes: count, rank: index + 1 }] as const),
  );

it('says who passed an idol, her places, and the votes that pass the nearest one again', () => {
  const before = standings({ rin: 40, sabel: 30, orrin: 20, bean: 10 });
  expect(overtakesBetween(before, standings({ rin: 40, sabel: 30, orrin: 38, bean: 10 }))).toEqual([
    { idolId: 'sabel', rank: 3, passer: { idolId: 'orrin', rank: 2, votesToPass: 9 }, others: 0 },
  ]);
  expect(overtakesBetween(before, standings({ rin: 40, sabel: 30, orrin: 38, bean: 31 }))).toEqual([
    { idolId: 'sabel', rank: 4, passer: { idolId: 'bean', rank: 3, votesToPass: 2 }, others: 1 },
  ]);
});

it('counts no tie, no rise, and no idol who joined or left in between', () => {
  const before = standings({ rin: 40, sabel: 30 });
  expect(overtakesBetween(before, standings({ rin: 40, sabel: 40 }))).toEqual([]);
  expect(overtakesBetween(before, standings({ rin: 50, sabel: 49 }))).toEqual([]);
  expect(overtakesBetween(before, standings({ mai: 60, rin: 40, sabel: 30 }))).toEqual([]);
  expect(overtakesBetween(before, standings({ sabel: 30 }))).toEqual([]);
  expect(overtakesBetween(new Map(), before)).toEqual([]);
});
