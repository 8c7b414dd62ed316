import type { Transaction } from 'kysely';
import { localDateAt, addDays, startOfLocalDate } from '#/lib/local-date.ts';
import { derivedUuid } from '#/lib/uuid.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { convertTickets, type TicketsForVote } from '#/modules/ballots/index.ts';
import { post } from '#/modules/points/index.ts';
import {
  enterEvent,
  countOnDay,
  insertSongVote,
  isFinalist,
  usedOn,
  insertNomination,
  readStandings,
  songPool,
} from './songs.store.ts';

export type SongVoteIntent = {
  readonly fanId: number;
  readonly songId: string;
  readonly votes: number;
  /** Tickets of the event's activity to convert for the vote. */
  readonly tickets?: TicketsForVote | undefined;
  readonly key: string;
  /** The arrival of the request; the vote counts to this instant. */
  readonly receivedAt: Date;
};

/**
 * Votes for a song of the final, and first converts tickets if the vote needs some: both or neither. The ledger's sink of
 * the song counts the votes in shards, so that fans do not wait for each other at one row.
 */
export async function voteForSong(tx: Transaction<DB>, intent: SongVoteIntent) {
  const { fanId, songId, votes, tickets, key, receivedAt } = intent;
  const event = await enterEvent(tx, songId);
  if (receivedAt < event.finalOpensAt || !event.nominationsFrozenAt) throw new Refusal('VOTING_NOT_OPEN');
  if (event.finalFrozenAt || receivedAt >= event.finalClosesAt) throw new Refusal('VOTING_ENDED');
  if (!(await isFinalist(tx, event.id, songId))) throw new Refusal('SONG_NOT_NOMINATED');

  const day = localDateAt(receivedAt, event.timeZone);
  const ofDay = { fanId, eventId: event.id, day };
  const usedToday = await countOnDay(tx, { ...ofDay, votes, most: event.dailyCap });
  if (usedToday === undefined)
    throw new Refusal('DAILY_CAP_REACHED', { left: Math.max(0, (event.dailyCap ?? 0) - (await usedOn(tx, ofDay))) });

  if (tickets) await convertForVote(tx, intent, tickets);
  const pool = { kind: 'sink', name: songPool(event.id, songId) } as const;
  const [paid] = await post(tx, {
    key,
    receivedAt,
    legs: [{ fanId, asset: event.voteAsset, direction: 'pays', amount: votes, pool, reason: 'song_vote' }],
  });
  if (!paid) throw new Error('A posting of one leg was answered without it');
  const { transferId } = paid;
  const recordId = await insertSongVote(tx, { ...ofDay, songId, votes, key, transferId, votedAt: receivedAt });
  const standing = (await readStandings(tx, event, 'final')).find((one) => one.songId === songId);
  return {
    recordId,
    songId,
    num: votes,
    votesLeft: paid.balance,
    leftToday: event.dailyCap === null ? null : event.dailyCap - usedToday,
    songVotes: standing?.votes ?? votes,
    rank: standing?.rank ?? 1,
    votedAt: receivedAt.toISOString(),
    transferId,
    conversion: tickets ? { tickets: tickets.tickets, votes: tickets.votes } : null,
  };
}

/** Converts tickets under its own key: both postings move the fan's votes, and a key posts once to an account. */
async function convertForVote(
  tx: Transaction<DB>,
  { fanId, key, receivedAt }: SongVoteIntent,
  { activity, tickets, votes }: TicketsForVote,
): Promise<void> {
  const ownKey = derivedUuid(key, 'conversion');
  await convertTickets(tx, { fanId, activity, tickets, shownVotes: votes, key: ownKey, receivedAt });
}

export type NominationIntent = {
  readonly fanId: number;
  readonly songId: string;
  /** The arrival of the request; the nomination counts to this instant. */
  readonly receivedAt: Date;
};

/** Nominates a song for free, once per fan, song and day of the event's time zone. */
export async function nominate(tx: Transaction<DB>, { fanId, songId, receivedAt }: NominationIntent) {
  const event = await enterEvent(tx, songId);
  if (receivedAt < event.nominationsOpenAt) throw new Refusal('NOMINATIONS_NOT_OPEN');
  if (event.nominationsFrozenAt || receivedAt >= event.nominationsCloseAt) throw new Refusal('NOMINATIONS_ENDED');
  const day = localDateAt(receivedAt, event.timeZone);
  if (!(await insertNomination(tx, { fanId, eventId: event.id, songId, day, receivedAt })))
    throw new Refusal('SONG_NOMINATED_TODAY');
  const standing = (await readStandings(tx, event, 'nominations')).find((one) => one.songId === songId);
  return {
    songId,
    nominations: standing?.votes ?? 0,
    rank: standing?.rank ?? 1,
    nominatedAt: receivedAt.toISOString(),
    resetsAt: startOfLocalDate(addDays(day, 1), event.timeZone).toISOString(),
  };
}
