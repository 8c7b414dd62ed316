import type { Kysely, Transaction } from 'kysely';
import type { Hex } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import type { DB } from '#/db/schema.ts';
import { queueTransaction } from '#/modules/chain/index.ts';
import { isErased } from '#/modules/identity/index.ts';

const mintAbi = parseAbi(['function mint(address to, uint256 tokenId)']);

/** Serials stay below it, so that a token's id tells edition and serial. */
const tokensPerEdition = 100_000;

/** A piece that leaves custody for a wallet. `asked` is of a move that the fan asked for. */
type NewMint = {
  readonly editionId: string;
  readonly serial: number;
  readonly fanId: number;
  readonly wallet: Hex;
  readonly contract: Hex;
  readonly asked?: { readonly day: string; readonly fee: number; readonly key: string };
  readonly at: Date;
};

/** Queues the mint of a taken piece and fixes its wallet. The caller holds the piece's lock and knows that it has no mint. */
export async function insertMint(tx: Transaction<DB>, mint: NewMint): Promise<void> {
  const { editionId, serial, fanId, wallet, contract, asked, at } = mint;
  const { number, orderId } = await tx
    .selectFrom('nft_piece as piece')
    .innerJoin('nft_edition as edition', 'edition.id', 'piece.edition_id')
    .select(['edition.number', 'piece.order_id as orderId'])
    .where('piece.edition_id', '=', editionId)
    .where('piece.serial', '=', serial)
    .where('piece.buyer_id', '=', fanId)
    .$narrowType<{ orderId: number }>()
    .executeTakeFirstOrThrow();
  const tokenId = number * tokensPerEdition + serial;
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [wallet, BigInt(tokenId)] });
  await tx
    .insertInto('nft_mint')
    .values({
      edition_id: editionId,
      serial,
      order_id: orderId,
      fan_id: fanId,
      token_id: tokenId,
      wallet,
      transaction_id: await queueTransaction(tx, { purpose: 'mint', target: contract, data, at }),
      requested_at: at,
      ...(asked && { day: asked.day, fee: asked.fee, key: asked.key }),
    })
    .execute();
}

/** Locks a piece that a fan owns. Returns whether it has left custody; undefined for a piece of another fan. */
export async function holdOwnPiece(
  tx: Transaction<DB>,
  { editionId, serial, fanId }: Pick<NewMint, 'editionId' | 'serial' | 'fanId'>,
): Promise<{ readonly hasLeft: boolean } | undefined> {
  const piece = await tx
    .selectFrom('nft_piece')
    .select('serial')
    .where('edition_id', '=', editionId)
    .where('serial', '=', serial)
    .where('owner_id', '=', fanId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!piece) return undefined;
  // A statement of its own sees the mint of a call that held the lock before.
  const mint = await tx
    .selectFrom('nft_mint')
    .select('serial')
    .where('edition_id', '=', editionId)
    .where('serial', '=', serial)
    .executeTakeFirst();
  return { hasLeft: mint !== undefined };
}

/** Locks the pieces of an order. Returns their serials. */
export async function holdPiecesOf(tx: Transaction<DB>, orderId: number): Promise<number[]> {
  const pieces = await tx
    .selectFrom('nft_piece')
    .select('serial')
    .where('order_id', '=', orderId)
    .orderBy('serial')
    .forNoKeyUpdate()
    .execute();
  return pieces.map(({ serial }) => serial);
}

/** Counts the mints of an order, and those that are done. */
export async function readMintsOf(
  db: Kysely<DB>,
  orderId: number,
): Promise<{ readonly requested: number; readonly minted: number }> {
  return db
    .selectFrom('nft_mint')
    .select(({ fn }) => [fn.countAll<number>().as('requested'), fn.count<number>('minted_at').as('minted')])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
}

/** Finds the token that a transaction mints, and its wallet. */
export async function findMint(db: Kysely<DB>, transactionId: number) {
  return db
    .selectFrom('nft_mint')
    .select(['token_id as tokenId', 'wallet'])
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
}

/** Marks the piece of a transaction as minted, and forgets the wallet of an erased fan. Returns its order. */
export async function markMinted(
  tx: Transaction<DB>,
  transactionId: number,
  at: Date,
): Promise<{ readonly orderId: number }> {
  // The lock keeps an erasure from missing this mint; the statement after it sees whether the fan is erased.
  const { fanId } = await tx
    .selectFrom('nft_mint')
    .select('fan_id as fanId')
    .where('transaction_id', '=', transactionId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const mustForget = await isErased(tx, fanId);
  return tx
    .updateTable('nft_mint')
    .set({ minted_at: at, ...(mustForget && { wallet: null }) })
    .where('transaction_id', '=', transactionId)
    .returning('order_id as orderId')
    .executeTakeFirstOrThrow();
}

/** Forgets the wallets of a leaving fan's minted pieces; those on their way are forgotten when they arrive. */
export async function forgetWallets(tx: Transaction<DB>, fanId: number): Promise<void> {
  const own = tx.selectFrom('nft_mint').where('fan_id', '=', fanId);
  await own.select('serial').forNoKeyUpdate().execute();
  await tx
    .updateTable('nft_mint')
    .set({ wallet: null })
    .where('fan_id', '=', fanId)
    .where('minted_at', 'is not', null)
    .execute();
}

type Day = { readonly fanId: number; readonly day: string };

/** Returns how many pieces a fan has moved on a day. */
export async function countMoves(db: Kysely<DB>, { fanId, day }: Day): Promise<number> {
  const row = await db
    .selectFrom('nft_move_day')
    .select('moves')
    .where('fan_id', '=', fanId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.moves ?? 0;
}

/** Counts a move of a fan's day. Returns the count; undefined at the limit, which counts nothing. */
export async function addMove(
  tx: Transaction<DB>,
  { fanId, day, most }: Day & { readonly most: number },
): Promise<number | undefined> {
  if (most < 1) return undefined;
  const counted = await tx
    .insertInto('nft_move_day')
    .values({ fan_id: fanId, day, moves: 1, most })
    .onConflict((conflict) =>
      conflict
        .columns(['fan_id', 'day'])
        .doUpdateSet((rows) => ({ moves: rows('nft_move_day.moves', '+', 1), most: rows.ref('excluded.most') }))
        .whereRef('nft_move_day.moves', '<', 'excluded.most'),
    )
    .returning('moves')
    .executeTakeFirst();
  return counted?.moves;
}

/** Deletes how many pieces an erased fan moved on which day. */
export async function forgetMoveDays(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.deleteFrom('nft_move_day').where('fan_id', '=', fanId).execute();
}
