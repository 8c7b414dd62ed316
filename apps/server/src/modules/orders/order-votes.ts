import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { post } from '#/modules/points/index.ts';
import { assertPriceAsShown, type OrderIntent, paymentOf } from './order-intent.ts';
import { type findVotePack, insertVoteOrder } from './orders.store.ts';

type VotePack = NonNullable<Awaited<ReturnType<typeof findVotePack>>>;

/**
 * Pays for vote packs and credits their votes with the bonus, by one posting: the order is done at once. Until the
 * closing second; votes bought before an activity opens wait for it.
 *
 * @throws Refusal VOTING_ENDED, OFFER_CHANGED, INSUFFICIENT_POINTS
 */
export async function orderVotes(tx: Transaction<DB>, pack: VotePack, intent: OrderIntent) {
  const { fanId, num, key, receivedAt } = intent;
  if (pack.status === 'closed' || receivedAt >= pack.closesAt) throw new Refusal('VOTING_ENDED');
  assertPriceAsShown(intent, pack.price);
  const paid = pack.price * num;
  const votes = (pack.votes + pack.bonusVotes) * num;
  const [points, received] = await post(tx, {
    key,
    receivedAt,
    legs: [
      paymentOf(fanId, paid),
      {
        fanId,
        asset: pack.voteAsset,
        direction: 'receives',
        amount: votes,
        pool: { kind: 'issue', name: 'vote packs' },
        reason: 'order_received',
      },
    ],
  });
  if (!points || !received) throw new Error('A posting of two legs was answered with fewer');
  const orderId = await insertVoteOrder(tx, {
    packId: pack.packId,
    fanId,
    num,
    paid,
    votes,
    asset: pack.voteAsset,
    key,
    orderedAt: receivedAt,
  });
  return { orderId, pointsLeft: points.balance, votesLeft: received.balance };
}
