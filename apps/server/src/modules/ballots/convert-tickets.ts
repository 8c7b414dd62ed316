import { votesOfTickets } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { post } from '#/modules/points/index.ts';
import { localDateAt } from '#/lib/local-date.ts';
import { type Activity, hasEnded, priceStepsOf } from '#/modules/elections/index.ts';
import { insertConversion, takeTicketsOfDay } from './conversions.store.ts';

export type ConversionIntent = {
  readonly fanId: number;
  readonly activity: Activity;
  readonly tickets: number;
  /** The votes that the fan was shown for the tickets; undefined accepts any number. */
  readonly shownVotes: number | undefined;
  readonly key: string;
  readonly receivedAt: Date;
};

/** Tickets that a vote converts in its own transaction. */
export type TicketsForVote = Pick<ConversionIntent, 'activity' | 'tickets'> & {
  /** The votes that the fan was shown for the tickets. */
  readonly votes: number;
};

/**
 * Turns tickets of an activity into its votes at the published rate, until the close, also before the opening. A ticket's
 * value may depend on the number converted before on the activity's day.
 */
export async function convertTickets(
  tx: Transaction<DB>,
  { fanId, activity, tickets, shownVotes, key, receivedAt }: ConversionIntent,
) {
  if (hasEnded(activity, receivedAt)) throw new Refusal('VOTING_ENDED');
  const day = localDateAt(receivedAt, activity.timeZone);
  const before = await takeTicketsOfDay(tx, { fanId, activityId: activity.id, day, tickets });
  const votes = votesOfTickets(priceStepsOf(activity), { before, tickets });
  if (shownVotes !== undefined && shownVotes !== votes) throw new Refusal('CONVERSION_CHANGED', { votes });
  const [paid, received] = await post(tx, {
    key,
    receivedAt,
    legs: [
      {
        fanId,
        asset: activity.ticketAsset,
        direction: 'pays',
        amount: tickets,
        pool: { kind: 'sink', name: 'converted tickets' },
        reason: 'conversion_paid',
      },
      {
        fanId,
        asset: activity.voteAsset,
        direction: 'receives',
        amount: votes,
        pool: { kind: 'issue', name: 'converted tickets' },
        reason: 'conversion_received',
      },
    ],
  });
  if (!paid || !received) throw new Error('A posting of two legs was answered with fewer');
  const transferId = await insertConversion(tx, {
    fanId,
    activityId: activity.id,
    tickets,
    votes,
    key,
    convertedAt: receivedAt,
    day,
    dayTickets: before + tickets,
    ruleSetId: activity.ruleSet?.id ?? null,
  });
  return { transferId, tickets, votes, ticketsLeft: paid.balance, votesLeft: received.balance };
}
