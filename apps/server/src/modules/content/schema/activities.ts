import * as z from 'zod';
import {
  activityId,
  artSeed,
  assetName,
  fields,
  listOf,
  packTime,
  text,
  timeZone,
  wholeNumber,
  wordId,
} from './fields.ts';

const ranksExpectation = 'the first and the last rank, such as [4, 7]';
const ranks = z
  .tuple([wholeNumber(1, 9999), wholeNumber(1, 9999)], { error: ranksExpectation })
  .refine(([from, to]) => from <= to, { error: ranksExpectation });

export const activity = fields({
  id: activityId,
  title: text(60),
  subtitle: text(120),
  /** The teams whose idols stand in it. */
  teams: listOf(wordId, 100),
  ticketAsset: assetName,
  voteAsset: assetName,
  opensAt: packTime,
  closesAt: packTime,
  timeZone,
  freeVotesPerDay: wholeNumber(0, 1000),
  /** Without it a fan may cast any number of votes a day. */
  dailyCap: wholeNumber(1, 1_000_000_000).optional(),
  votesPerTicket: wholeNumber(1, 1_000_000),
  coverSeed: artSeed,
  prizes: listOf(fields({ ranks, title: text(120) }), 50),
  rules: listOf(text(400), 50),
});

export type Activity = z.output<typeof activity>;
