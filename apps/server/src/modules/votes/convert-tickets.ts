import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { post } from '#/modules/points/index.ts';
import type { Activity } from './activities.view.ts';

export type ConversionIntent = {
  readonly fanId: number;
  readonly activity: Activity;
  readonly tickets: number;
  readonly key: string;
  readonly receivedAt: Date;
};

/**
 * Turns tickets of an activity into its votes, at the published rate, until the closing second. Votes bought before an
 * activity opens wait for it.
 */
export async function convertTickets(
  tx: Transaction<DB>,
  { fanId, activity, tickets, key, receivedAt }: ConversionIntent,
) {
  if (activity.isClosed || receivedAt >= activity.closesAt) throw new Refusal('VOTING_ENDED');
  const votes = tickets * activity.votesPerTicket;
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
  const { id } = await tx
    .insertInto('ticket_conversion')
    .values({ fan_id: fanId, activity_id: activity.id, tickets, votes, key, converted_at: receivedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { transferId: String(id), tickets, votes, ticketsLeft: paid.balance, votesLeft: received.balance };
}
