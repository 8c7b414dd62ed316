import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { post } from '#/modules/points/index.ts';
import { type Activity, findCandidate, hasEnded } from '#/modules/elections/index.ts';
import { addFanCheers, cheersPool, insertCheer, readIdolCheers } from './cheers.store.ts';

export type CheerIntent = {
  readonly fanId: number;
  readonly activity: Activity;
  readonly idolId: string;
  readonly tickets: number;
  readonly key: string;
  /** The arrival of the request; the cheer counts to this instant. */
  readonly receivedAt: Date;
};

/**
 * Spends tickets on an idol. The ledger's sink of the idol counts them in shards, so that fans do not wait for each
 * other at one row; the posting comes late in the transaction to keep locks short.
 */
export async function cheer(tx: Transaction<DB>, intent: CheerIntent) {
  const { fanId, activity, idolId, tickets, key, receivedAt } = intent;
  findCandidate(activity, idolId);
  assertOpen(activity, receivedAt);
  const counted = { activityId: activity.id, idolId, fanId, tickets };
  const myCheers = await addFanCheers(tx, counted);
  const [paid] = await post(tx, {
    key,
    receivedAt,
    legs: [
      {
        fanId,
        asset: activity.ticketAsset,
        direction: 'pays',
        amount: tickets,
        pool: { kind: 'sink', name: cheersPool(activity.id, idolId) },
        reason: 'cheer',
      },
    ],
  });
  if (!paid) throw new Error('A posting of one leg was answered without it');
  const { transferId } = paid;
  const cheerId = await insertCheer(tx, { ...counted, key, transferId, cheeredAt: receivedAt });
  return {
    cheerId,
    activityId: activity.id,
    idolId,
    num: tickets,
    ticketsLeft: paid.balance,
    idolCheers: await readIdolCheers(tx, { activity, idolId }),
    myCheers,
    cheeredAt: receivedAt.toISOString(),
    transferId,
  };
}

function assertOpen(activity: Activity, at: Date): void {
  if (at < activity.opensAt) throw new Refusal('VOTING_NOT_OPEN');
  if (hasEnded(activity, at)) throw new Refusal('VOTING_ENDED');
}
