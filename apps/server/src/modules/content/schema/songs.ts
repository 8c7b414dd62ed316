import * as z from 'zod';
import { activityId, artSeed, fields, listOf, packTime, text, timeZone, wholeNumber, wordId } from './fields.ts';

const ranksExpectation = 'the first and the last rank, such as [2, 3]';
const ranks = z
  .tuple([wholeNumber(1, 999), wholeNumber(1, 999)], { error: ranksExpectation })
  .refine(([from, to]) => from <= to, { error: ranksExpectation });

const chapter = fields({ title: text(60), text: text(400) });
const window = fields({ opensAt: packTime, closesAt: packTime });

const song = fields({
  id: wordId,
  title: text(60),
  artist: text(60),
  year: wholeNumber(1900, 2200),
  seconds: wholeNumber(1, 3600),
  /** The seed of the drawn cover and the composed preview. */
  seed: artSeed,
  story: text(400),
  /** A few lines of lyrics, in one paragraph. */
  lyrics: text(240),
});

/** A song event: nominations, then a final of the most nominated, paid in votes of an election. */
export const songEvent = fields({
  id: wordId,
  activity: activityId,
  title: text(60),
  subtitle: text(120),
  coverSeed: artSeed,
  timeZone,
  nominations: window,
  /** Begins at least a minute after the nominations end. */
  final: window,
  /** The number of songs in the final. */
  places: wholeNumber(1, 100),
  /** A fan's votes in the final per day; unlimited without it. */
  dailyCap: wholeNumber(1, 1_000_000_000).optional(),
  rules: listOf(chapter, 20),
  rewards: listOf(fields({ ranks, title: text(80), text: text(240) }), 20),
  concert: fields({ startsAt: packTime, place: text(80), text: text(400), setList: listOf(chapter, 10) }).optional(),
  songs: listOf(song, 200),
});

export type SongEvent = z.output<typeof songEvent>;
