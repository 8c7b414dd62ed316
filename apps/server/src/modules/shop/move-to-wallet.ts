import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { eventTime } from '@lightstick/contract/zoned-date';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { receivingWallet } from '#/modules/identity/index.ts';
import { post, readAvailable } from '#/modules/points/index.ts';
import { addMove, countMoves, holdOwnPiece, insertMint } from './mints.store.ts';
import { readNft } from './orders.view.ts';

export type MoveSettings = Pick<Settings, 'minting' | 'nftMoves' | 'chain' | 'platformTimeZone'>;

type MoveTerms = DataOf<Contract['POST /wallet/api/v1/pointsMall/getMoveTerms']>;

/** Returns what a move costs, where it goes, and how many are left on the platform's day. */
export async function readMoveTerms(
  db: Kysely<DB>,
  { minting, nftMoves, platformTimeZone }: MoveSettings,
  { fanId, at }: { readonly fanId: number; readonly at: Date },
): Promise<MoveTerms> {
  const wallet = await receivingWallet(db, fanId);
  const moved = await countMoves(db, { fanId, day: localDateAt(at, platformTimeZone) });
  return {
    isOpen: minting !== undefined,
    wallet: wallet?.address ?? null,
    fee: nftMoves.fee,
    movesPerDay: nftMoves.perDay,
    movesLeft: Math.max(0, nftMoves.perDay - moved),
    nextAt: nextDay(at, platformTimeZone).toISOString(),
  };
}

function nextDay(at: Date, timeZone: string): Date {
  return startOfLocalDate(addDays(localDateAt(at, timeZone), 1), timeZone);
}

type WalletMove = {
  readonly fanId: number;
  readonly goodsId: string;
  readonly serial: number;
  /** The fee that the screen showed. */
  readonly fee?: number | undefined;
  readonly language: Language;
  readonly key: string;
  readonly receivedAt: Date;
};

/**
 * Moves a piece from custody to the fan's wallet as of now: pays the fee and queues the mint, both or neither. The lock order is
 * piece, day, ledger.
 *
 * @throws Refusal NFT_* or INSUFFICIENT_POINTS
 */
export async function moveToWallet(
  tx: Transaction<DB>,
  settings: MoveSettings,
  move: WalletMove,
): Promise<DataOf<Contract['POST /wallet/api/v1/pointsMall/moveToWallet']>> {
  const { fanId, goodsId: editionId, serial, language, key, receivedAt: at } = move;
  const { minting, nftMoves, platformTimeZone } = settings;
  const { fee, perDay } = nftMoves;
  if (!minting) throw new Refusal('NFT_STAYS_IN_CUSTODY');
  const piece = await holdOwnPiece(tx, { editionId, serial, fanId });
  if (!piece) throw new Refusal('NFT_NOT_FOUND');
  if (piece.hasLeft) throw new Refusal('NFT_LEFT_CUSTODY');
  const wallet = await receivingWallet(tx, fanId);
  if (!wallet) throw new Refusal('NFT_WALLET_MISSING');
  if (move.fee !== undefined && move.fee !== fee) throw new Refusal('NFT_FEE_CHANGED');
  const day = localDateAt(at, platformTimeZone);
  const moves = await addMove(tx, { fanId, day, most: perDay });
  if (moves === undefined) {
    throw new Refusal('NFT_MOVES_USED_UP', {
      limit: perDay,
      nextAt: eventTime(nextDay(at, platformTimeZone), platformTimeZone, at),
    });
  }
  const pointsLeft =
    fee > 0 ? await payFee(tx, { fanId, fee, key, at }) : await readAvailable(tx, { fanId, asset: 'POINT' });
  const { contract } = minting;
  await insertMint(tx, { editionId, serial, fanId, wallet: wallet.address, contract, asked: { day, fee, key }, at });
  const nft = await readNft(tx, settings, { editionId, serial, language });
  return { ...nft, feePaid: fee, pointsLeft, movesLeft: perDay - moves };
}

async function payFee(
  tx: Transaction<DB>,
  { fanId, fee, key, at }: { readonly fanId: number; readonly fee: number; readonly key: string; readonly at: Date },
): Promise<number> {
  const pool = { kind: 'sink', name: 'nft fees' } as const;
  const leg = { fanId, asset: 'POINT', direction: 'pays', amount: fee, pool, reason: 'nft_fee' } as const;
  const [paid] = await post(tx, { key, receivedAt: at, legs: [leg] });
  if (!paid) throw new Error('A posting of one leg was answered without it');
  return paid.balance;
}
