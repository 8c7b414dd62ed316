import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type PostedLeg, post } from '#/modules/points/index.ts';
import { type Activity, hasEnded } from '#/modules/elections/index.ts';
import { readGiftTerms } from './gifts.view.ts';
import { countOnDay, insertGift, sentOn } from './gifts.store.ts';
import { type Naming, holdReceiver } from './gift-receiver.store.ts';

export type GiftIntent = {
  readonly senderId: number;
  readonly naming: Naming;
  readonly activity: Activity;
  readonly tickets: number;
  readonly key: string;
  readonly receivedAt: Date;
  /** The platform's day of receipt. */
  readonly day: string;
};

/**
 * Gives tickets of an activity to another fan, until its closing second. The ledger locks both accounts in fan order,
 * so crossing gifts cannot deadlock; the daily counts change under these locks.
 */
export async function giveTickets(tx: Transaction<DB>, intent: GiftIntent) {
  const { senderId, naming, activity, tickets, key, receivedAt, day } = intent;
  assertNotEnded(activity, receivedAt);
  const receiver = await holdReceiver(tx, { senderId, naming });
  const [sent, received] = await postGift(tx, intent, receiver.id);
  const leftToday = await countGift(tx, intent, receiver.id);
  const giftId = await insertGift(tx, {
    senderId,
    receiverId: receiver.id,
    activityId: activity.id,
    tickets,
    namedBy: naming.by,
    key,
    sentTransfer: sent.transferId,
    receivedTransfer: received.transferId,
    givenOn: day,
    givenAt: receivedAt,
  });
  return {
    giftId,
    direction: 'sent' as const,
    activityId: activity.id,
    num: tickets,
    fan: naming.by === 'fanCode' ? receiver.face : null,
    givenAt: receivedAt.toISOString(),
    transferId: sent.transferId,
    ticketsLeft: sent.balance,
    leftToday,
  };
}

/**
 * Tickets of a closed activity have no use.
 *
 * @throws Refusal VOTING_ENDED
 */
export function assertNotEnded(activity: Activity, at: Date): void {
  if (hasEnded(activity, at)) throw new Refusal('VOTING_ENDED');
}

/** Both legs pass through one sink, which is empty after each gift. */
async function postGift(
  tx: Transaction<DB>,
  { senderId, activity, tickets, key, receivedAt }: GiftIntent,
  receiverId: number,
): Promise<readonly [sent: PostedLeg, received: PostedLeg]> {
  const leg = { asset: activity.ticketAsset, amount: tickets, pool: { kind: 'sink', name: 'ticket gifts' } } as const;
  const [sent, received] = await post(tx, {
    key,
    receivedAt,
    legs: [
      { ...leg, fanId: senderId, direction: 'pays', reason: 'ticket_gift_sent' },
      { ...leg, fanId: receiverId, direction: 'receives', reason: 'ticket_gift_received' },
    ],
  });
  if (!sent || !received) throw new Error('A posting of two legs was answered with fewer');
  return [sent, received];
}

/** Counts a gift on both fans' days. Returns the sender's remaining limit of today. */
async function countGift(
  tx: Transaction<DB>,
  { senderId, activity, tickets, day }: GiftIntent,
  receiverId: number,
): Promise<number> {
  const terms = await readGiftTerms(tx);
  const counted = { activityId: activity.id, day, tickets };
  const isWithin = await countOnDay(tx, { ...counted, fanId: senderId, direction: 'sent', most: terms.mostSent });
  const sentToday = await sentOn(tx, { ...counted, fanId: senderId });
  const left = Math.max(0, terms.mostSent - sentToday);
  if (!isWithin) throw new Refusal('GIFT_DAILY_LIMIT', { limit: terms.mostSent, left });
  const most = terms.mostReceived;
  if (!(await countOnDay(tx, { ...counted, fanId: receiverId, direction: 'received', most }))) {
    throw new Refusal('GIFT_RECEIVER_FULL');
  }
  return left;
}
