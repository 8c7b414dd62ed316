import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type PostedLeg, post, readAvailable } from '#/modules/points/index.ts';
import { type Activity, hasEnded } from '#/modules/elections/index.ts';
import type { FanName } from '#/modules/identity/index.ts';
import { notify } from '#/modules/notices/index.ts';
import { readGiftTerms } from './gifts.view.ts';
import { countOnDay, insertGift, sentOn, holdReceiver } from './gifts.store.ts';

export type GiftIntent = {
  readonly senderId: number;
  readonly naming: FanName;
  readonly activity: Activity;
  readonly tickets: number;
  readonly key: string;
  readonly receivedAt: Date;
  /** The platform's day of receipt. */
  readonly day: string;
};

/**
 * Gives tickets of an activity to another fan, until its closing second. What the sender alone makes impossible is refused
 * before the receiver is looked up: an attempt without tickets must not tell whether an address has an account. The ledger
 * locks both accounts in fan order, so crossing gifts cannot deadlock.
 */
export async function giveTickets(tx: Transaction<DB>, intent: GiftIntent) {
  const { senderId, naming, activity, tickets, key, receivedAt, day } = intent;
  assertNotEnded(activity, receivedAt);
  const leftToday = await admitSender(tx, intent);
  const receiver = await holdReceiver(tx, { senderId, naming });
  const [sent, received] = await postGift(tx, intent, receiver.id);
  await countReceived(tx, intent, receiver.id);
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
  const parameters = { activityId: activity.id, title: activity.title, num: tickets };
  const fans = [{ fanId: receiver.id, parameters }];
  await notify(tx, { kind: 'giftReceived', subject: giftId, fans, at: receivedAt });
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
 * Asserts that the activity has not ended, because its tickets then have no use.
 *
 * @throws Refusal VOTING_ENDED
 */
export function assertNotEnded(activity: Activity, at: Date): void {
  if (hasEnded(activity, at)) throw new Refusal('VOTING_ENDED');
}

/** Posts a gift. Both legs pass through one sink, which is empty after each gift. */
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

/**
 * Counts a gift on the sender's day, whose row stays locked, so that gifts of a sender are judged one after another.
 * @returns the sender's remaining limit of today
 * @throws Refusal INSUFFICIENT_TICKETS or GIFT_DAILY_LIMIT
 */
async function admitSender(
  tx: Transaction<DB>,
  { senderId: fanId, activity, tickets, day }: GiftIntent,
): Promise<number> {
  const { mostSent: most } = await readGiftTerms(tx);
  const ofDay = { fanId, activityId: activity.id, day };
  const isWithin = await countOnDay(tx, { ...ofDay, direction: 'sent', tickets, most });
  const available = await readAvailable(tx, { fanId, asset: activity.ticketAsset });
  if (available < tickets) throw new Refusal('INSUFFICIENT_TICKETS', { missing: tickets - available });
  const left = Math.max(0, most - (await sentOn(tx, ofDay)));
  if (!isWithin) throw new Refusal('GIFT_DAILY_LIMIT', { limit: most, left });
  return left;
}

/** Counts a gift on the receiver's day, under the ledger's lock. */
async function countReceived(
  tx: Transaction<DB>,
  { activity, tickets, day }: GiftIntent,
  fanId: number,
): Promise<void> {
  const { mostReceived: most } = await readGiftTerms(tx);
  const counted = { fanId, activityId: activity.id, day, direction: 'received', tickets, most } as const;
  if (!(await countOnDay(tx, counted))) throw new Refusal('GIFT_RECEIVER_FULL');
}
