import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Edition } from './goods.rules.ts';

const editionColumns = [
  'nft_edition.id as editionId',
  'nft_edition.title',
  'nft_edition.description',
  'nft_edition.picture_seed as pictureSeed',
  'nft_edition.size',
  'nft_edition.reserved',
  'nft_edition.price',
  'nft_edition.per_fan_limit as perFanLimit',
  'nft_edition.opens_at as opensAt',
  'nft_edition.closes_at as closesAt',
] as const;

/** Editions, retired or not, for statements that join them. */
export const editionRows = sql`(select id, picture_seed from nft_edition)`;

/** Finds an edition of the current content; a retired edition is not found. */
export async function findEdition(tx: Transaction<DB>, editionId: string): Promise<Edition | undefined> {
  return tx
    .selectFrom('nft_edition')
    .select(editionColumns)
    .where('id', '=', editionId)
    .where('retired', '=', false)
    .$castTo<Edition>()
    .executeTakeFirst();
}

/** Finds an edition's title in both languages, retired or not. */
export async function findEditionTitle(tx: Transaction<DB>, editionId: string): Promise<Edition['title']> {
  const { title } = await tx
    .selectFrom('nft_edition')
    .select('title')
    .where('id', '=', editionId)
    .$castTo<Pick<Edition, 'title'>>()
    .executeTakeFirstOrThrow();
  return title;
}

export type ListedEdition = Edition & { readonly left: number };

/** Lists the editions of the current content in the operator's order, with a count of the free pieces. */
export async function listEditions(db: Kysely<DB>): Promise<ListedEdition[]> {
  return db
    .selectFrom('nft_edition')
    .select([
      ...editionColumns,
      sql<number>`(select count(*) from nft_piece p
                    where p.edition_id = nft_edition.id and p.order_id is null and p.serial > nft_edition.reserved)`.as(
        'left',
      ),
    ])
    .where('retired', '=', false)
    .orderBy('position')
    .orderBy('id')
    .$castTo<ListedEdition>()
    .execute();
}

/** Returns how many pieces a fan has taken, by edition. */
export async function readTaken(db: Kysely<DB>, fanId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('nft_edition_fan')
    .select(['edition_id as editionId', 'pieces'])
    .where('fan_id', '=', fanId)
    .execute();
  return new Map(rows.map(({ editionId, pieces }) => [editionId, pieces]));
}

type PieceRequest = { readonly edition: Edition; readonly fanId: number; readonly num: number };

/**
 * Counts pieces on the fan's limit. Concurrent orders of one fan for one edition serialise on this row.
 *
 * @returns whether the order is within the limit, and the fan's count; an order beyond the limit is not counted.
 */
export async function countOnFan(
  tx: Transaction<DB>,
  { edition, fanId, num }: PieceRequest,
): Promise<{ readonly isWithin: boolean; readonly taken: number }> {
  const { rows } = await sql<{ pieces: number }>`
    insert into nft_edition_fan as f (edition_id, fan_id, pieces, per_fan_limit)
    values (${edition.editionId}, ${fanId}, 0, ${edition.perFanLimit}::integer)
    on conflict (edition_id, fan_id) do update set pieces = f.pieces
    returning pieces`.execute(tx);
  const taken = rows[0]?.pieces ?? 0;
  if (edition.perFanLimit !== null && taken + num > edition.perFanLimit) return { isWithin: false, taken };
  await tx
    .updateTable('nft_edition_fan')
    .set((row) => ({ pieces: row('pieces', '+', num), per_fan_limit: edition.perFanLimit }))
    .where('edition_id', '=', edition.editionId)
    .where('fan_id', '=', fanId)
    .execute();
  return { isWithin: true, taken: taken + num };
}

/**
 * Locks the lowest free pieces of an edition, at most `num`. It skips pieces that other orders lock. When too few
 * remain, it waits for the locked pieces in serial order, because those orders may still roll back.
 */
export async function holdPieces(
  tx: Transaction<DB>,
  { edition, num }: Omit<PieceRequest, 'fanId'>,
): Promise<number[]> {
  const free = (lock: 'skip locked' | '') => sql<{ serial: number }>`
    select serial from nft_piece
     where edition_id = ${edition.editionId} and order_id is null and serial > ${edition.reserved}
     order by serial limit ${num} for no key update ${sql.raw(lock)}`;
  await sql`savepoint free_pieces`.execute(tx);
  const passing = await free('skip locked').execute(tx);
  if (passing.rows.length === num) return passing.rows.map(({ serial }) => serial);
  // Releases the few locked pieces, so that no order waits while it holds a piece out of order.
  await sql`rollback to savepoint free_pieces`.execute(tx);
  const waiting = await free('').execute(tx);
  return waiting.rows.map(({ serial }) => serial);
}

/** Locks the lowest free pieces of those that are not for sale, at most `num`. */
export async function holdReservedPieces(
  tx: Transaction<DB>,
  { editionId, num }: { editionId: string; num: number },
): Promise<number[]> {
  const { rows } = await sql<{ serial: number }>`
    select p.serial from nft_piece p join nft_edition e on e.id = p.edition_id
     where p.edition_id = ${editionId} and p.order_id is null and p.serial <= e.reserved
     order by p.serial limit ${num} for no key update of p`.execute(tx);
  return rows.map(({ serial }) => serial);
}

/** Counts the free pieces of those that are not for sale, up to a number. */
export async function countReservedPieces(
  db: Kysely<DB>,
  { editionId, most }: { editionId: string; most: number },
): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select count(*)::integer as free
      from (select from nft_piece p join nft_edition e on e.id = p.edition_id
             where p.edition_id = ${editionId} and p.order_id is null and p.serial <= e.reserved
               limit ${most}) x`.execute(db);
  return rows[0]?.free ?? 0;
}

export async function takePieces(
  tx: Transaction<DB>,
  taken: { readonly editionId: string; readonly fanId: number; readonly serials: number[]; readonly orderId: number },
): Promise<void> {
  const { editionId, fanId, serials, orderId } = taken;
  await tx
    .updateTable('nft_piece')
    .set({ order_id: orderId, buyer_id: fanId })
    .where('edition_id', '=', editionId)
    .where('serial', 'in', serials)
    .where('order_id', 'is', null)
    .execute();
}

/** Makes the fan the owner of an order's pieces. */
export async function handOver(
  tx: Transaction<DB>,
  { orderId, fanId, at }: { orderId: number; fanId: number; at: Date },
): Promise<void> {
  await tx.updateTable('nft_piece').set({ owner_id: fanId, owned_at: at }).where('order_id', '=', orderId).execute();
}

/** Makes an order's pieces free again and reduces the fan's count. */
export async function freePieces(
  tx: Transaction<DB>,
  order: { readonly orderId: number; readonly fanId: number; readonly editionId: string; readonly num: number },
): Promise<void> {
  // Same lock order as a purchase: the fan's count, then the pieces.
  await tx
    .updateTable('nft_edition_fan')
    .set((row) => ({ pieces: row('pieces', '-', order.num) }))
    .where('edition_id', '=', order.editionId)
    .where('fan_id', '=', order.fanId)
    .execute();
  await tx
    .updateTable('nft_piece')
    .set({ order_id: null, buyer_id: null })
    .where('order_id', '=', order.orderId)
    .execute();
}
