import { type Kysely, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { activityRows } from '#/modules/elections/index.ts';

type NewOrder = { readonly fanId: number; readonly num: number; readonly paid: number; readonly key: string } & {
  readonly orderedAt: Date;
};

/** Finds a vote pack for sale and the end of its activity's voting; a retired pack is not found. */
export async function findVotePack(tx: Transaction<DB>, packId: string) {
  return tx
    .selectFrom('vote_pack as pack')
    .innerJoin(activityRows.as('activity'), 'activity.id', 'pack.activity_id')
    .innerJoin('ledger.period as period', 'period.id', 'activity.period')
    .select([
      'pack.id as packId',
      'pack.votes',
      'pack.bonus_votes as bonusVotes',
      'pack.price',
      'activity.vote_asset as voteAsset',
      'period.closes_at as closesAt',
      'period.status',
    ])
    .where('pack.id', '=', packId)
    .where('pack.retired', '=', false)
    .executeTakeFirst();
}

/** Inserts an order of votes, which is done at once. Returns its id. */
export async function insertVoteOrder(
  tx: Transaction<DB>,
  order: NewOrder & { readonly packId: string; readonly votes: number; readonly asset: string },
): Promise<number> {
  const { packId, votes, asset, orderedAt } = order;
  return insert(tx, {
    ...columnsOf(order),
    kind: 'votePack',
    vote_pack_id: packId,
    votes,
    asset,
    state: 'done',
    settled_at: orderedAt,
  });
}

/** Inserts an order of NFTs, bought or won, which a job delivers. Returns its id. */
export async function insertNftOrder(
  tx: Transaction<DB>,
  order: NewOrder & { readonly editionId: string; readonly source: 'mall' | 'prize' },
): Promise<number> {
  const { editionId, source } = order;
  return insert(tx, { ...columnsOf(order), kind: 'nft', nft_edition_id: editionId, source, state: 'paid' });
}

function columnsOf({ fanId, num, paid, key, orderedAt }: NewOrder) {
  return { fan_id: fanId, num, paid, key, ordered_at: orderedAt };
}

async function insert(tx: Transaction<DB>, row: Parameters<ReturnType<typeof insertion>['values']>[0]) {
  const { id } = await insertion(tx).values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

function insertion(tx: Transaction<DB>) {
  return tx.insertInto('mall_order');
}

/** An order that is being settled. */
export type OpenOrder = {
  readonly orderId: number;
  readonly fanId: number;
  readonly editionId: string;
  readonly num: number;
  readonly paid: number;
  readonly source: 'mall' | 'prize';
};

const openOrderColumns = [
  'id as orderId',
  'fan_id as fanId',
  'nft_edition_id as editionId',
  'num',
  'paid',
  'source',
] as const;

export async function findState(db: Kysely<DB>, orderId: number): Promise<string | undefined> {
  const row = await db.selectFrom('mall_order').select('state').where('id', '=', orderId).executeTakeFirst();
  return row?.state;
}

/** Marks an order as in delivery; nothing when it is settled or has failed. */
export async function beginDelivery(db: Kysely<DB>, orderId: number): Promise<OpenOrder | undefined> {
  await db
    .updateTable('mall_order')
    .set({ state: 'processing' })
    .where('id', '=', orderId)
    .where('state', '=', 'paid')
    .execute();
  return db
    .selectFrom('mall_order')
    .select(openOrderColumns)
    .where('id', '=', orderId)
    .where('state', '=', 'processing')
    .$castTo<OpenOrder>()
    .executeTakeFirst();
}

type OrderTransition =
  | { readonly from: 'processing'; readonly to: 'done'; readonly at: Date }
  | { readonly from: 'processing'; readonly to: 'failed' }
  | { readonly from: 'failed'; readonly to: 'refunded'; readonly at: Date; readonly refundKey: string };

/** Moves an order to its next state. Of concurrent callers one succeeds; the others get nothing. */
export async function moveOrder(
  db: Kysely<DB>,
  orderId: number,
  move: OrderTransition,
): Promise<OpenOrder | undefined> {
  return db
    .updateTable('mall_order')
    .set({
      state: move.to,
      settled_at: 'at' in move ? move.at : null,
      refund_key: 'refundKey' in move ? move.refundKey : null,
    })
    .where('id', '=', orderId)
    .where('state', '=', move.from)
    .returning(openOrderColumns)
    .$castTo<OpenOrder>()
    .executeTakeFirst();
}

/**
 * Lists orders from before an instant that are neither done nor refunded, oldest first. Those that wait for the chain are left
 * out: the last mint settles them, and many of them would keep the others from their turn.
 */
export async function listUnsettled(
  db: Kysely<DB>,
  { before, most }: { before: Date; most: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('mall_order')
    .select('id')
    .where('state', 'in', ['paid', 'processing', 'failed'])
    .where('ordered_at', '<', before)
    .where((order) =>
      order.not(
        order.exists(
          order
            .selectFrom('nft_mint')
            .select('serial')
            .whereRef('nft_mint.order_id', '=', 'mall_order.id')
            .where('minted_at', 'is', null),
        ),
      ),
    )
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
