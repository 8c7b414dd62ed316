import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import type { Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { enqueue, type Job, job, jobKind, scheduledJob } from '#/jobs/job.ts';
import { findEditionTitle, freePieces, handOver } from './editions.store.ts';
import { insertMint, readMintsOf, holdPiecesOf, findMint, markMinted } from './mints.store.ts';
import { beginDelivery, findState, moveOrder, type OpenOrder, listUnsettled } from './orders.store.ts';
import { receivingWallet } from '#/modules/identity/index.ts';
import { notify } from '#/modules/notices/index.ts';
import { credit } from '#/modules/points/index.ts';
import { recordEvent } from '#/modules/webhooks/index.ts';
import type { Services } from '#/services.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { type ChainNode, isRevert, type Sender } from '#/modules/chain/index.ts';

type OrderDelivery = {
  readonly db: Kysely<DB>;
  readonly deliver: Delivery;
  readonly now: Date;
};

/**
 * Settles an order: delivered, or failed and refunded. Each step is a transaction that only one run wins, so repeats
 * are safe.
 *
 * @throws the delivery's error: its outcome is unknown, so the order stays open; a refund could pay for delivered
 * pieces.
 */
async function settleOrder({ db, deliver, now }: OrderDelivery, orderId: number): Promise<void> {
  const order = await beginDelivery(db, orderId);
  if (order) {
    const outcome = await deliver(order);
    if (outcome === 'underWay') return;
    // A prize has no payment to return: the platform keeps its pieces for the fan.
    if (outcome === 'delivered' || order.source === 'prize') {
      await transactionWithRetry(db, (tx) => completeOrder(tx, order, now));
      return;
    }
    await moveOrder(db, orderId, { from: 'processing', to: 'failed' });
  }
  if ((await findState(db, orderId)) === 'failed') await transactionWithRetry(db, (tx) => refund(tx, orderId, now));
}

async function completeOrder(tx: Transaction<DB>, { orderId, fanId }: OpenOrder, at: Date): Promise<void> {
  const moved = await moveOrder(tx, orderId, { from: 'processing', to: 'done', at });
  if (!moved) return;
  await handOver(tx, { orderId, fanId, at });
  const id = String(orderId);
  await recordEvent(tx, { type: 'order.fulfilled', subject: id, facts: { orderId: id }, at });
}

/** Reverses the payment and makes the pieces free again. */
async function refund(tx: Transaction<DB>, orderId: number, at: Date): Promise<void> {
  const refundKey = uuidV7(at);
  const order = await moveOrder(tx, orderId, { from: 'failed', to: 'refunded', at, refundKey });
  if (!order) return;
  await freePieces(tx, order);
  await credit(tx, {
    key: refundKey,
    receivedAt: at,
    fanId: order.fanId,
    asset: 'POINT',
    amount: order.paid,
    pool: { kind: 'sink', name: 'mall orders' },
    reason: 'order_refunded',
  });
  const title = await findEditionTitle(tx, order.editionId);
  const parameters = { orderId: String(orderId), title, paid: order.paid };
  const fans = [{ fanId: order.fanId, parameters }];
  await notify(tx, { kind: 'orderRefunded', subject: String(orderId), fans, at });
}

/**
 * Delivers the pieces of an order. It must be idempotent by `orderId`, because a lost answer causes a repeat. Returns
 * `underWay` if it settles the order again when that is over, `impossible` for a permanent failure, and throws for a temporary
 * one.
 */
export type Delivery = (order: OpenOrder) => Promise<'delivered' | 'underWay' | 'impossible'>;

/** `resumeOrdersJob` takes over after the last attempt. */
const settleOrderKind = jobKind('settle-order', { payload: z.object({ orderId: z.int() }), attempts: 7 });
/** Longer than all attempts take. */
const unsettledMs = 15 * 60_000;
const atOnce = 500;

/** Enqueues settlement in the paying transaction. */
export function enqueueSettling(tx: Transaction<DB>, orderId: number): Promise<void> {
  return enqueue(tx, settleOrderKind, { orderId }, { key: `${settleOrderKind.id}:${orderId}` });
}

type SettlingServices = Pick<Services, 'db' | 'clock' | 'settings'>;

/**
 * Delivers the pieces of an order: those of an account that signs in by wallet are minted to it, all others stay in
 * custody. The wallet is that of the first call; a piece on its way arrives even if the account or the settings change.
 */
async function deliverOrder(services: SettlingServices, order: OpenOrder): Promise<'delivered' | 'underWay'> {
  return transactionWithRetry(services.db, async (tx) => {
    const serials = await holdPiecesOf(tx, order.orderId);
    const mints = await readMintsOf(tx, order.orderId);
    if (mints.requested > 0) return mints.minted === serials.length ? 'delivered' : 'underWay';
    return beginMints(tx, services, { order, serials });
  });
}

async function beginMints(
  tx: Transaction<DB>,
  { settings, clock }: SettlingServices,
  { order, serials }: { readonly order: OpenOrder; readonly serials: readonly number[] },
): Promise<'delivered' | 'underWay'> {
  const { editionId, fanId } = order;
  const { minting } = settings;
  const wallet = minting && (await receivingWallet(tx, fanId));
  if (!minting || !wallet?.signsIn) return 'delivered';
  const { contract } = minting;
  for (const serial of serials) {
    await insertMint(tx, { editionId, serial, fanId, wallet: wallet.address, contract, at: clock.now() });
  }
  return 'underWay';
}

export function settleOrderJob(
  services: SettlingServices,
  deliver: Delivery = (order) => deliverOrder(services, order),
): Job {
  const { db, clock } = services;
  return job(settleOrderKind, ({ orderId }) => settleOrder({ db, deliver, now: clock.now() }, orderId));
}

/** Settles orders again whose attempts ended without an outcome. */
export function resumeOrdersJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return scheduledJob('resume-orders', async () => {
    const before = new Date(clock.now().getTime() - unsettledMs);
    const unsettled = await listUnsettled(db, { before, most: atOnce });
    await db.transaction().execute(async (tx) => {
      for (const orderId of unsettled) await enqueueSettling(tx, orderId);
    });
  });
}

export function orderJobs(services: SettlingServices): Job[] {
  return [settleOrderJob(services), resumeOrdersJob(services)];
}

const abi = parseAbi([
  'function owner() view returns (address)',
  'function ownerOf(uint256 tokenId) view returns (address)',
]);

/** The most gas: about twice the gas of a mint. */
const mostGas = 200_000n;

/** Mints pieces by the key of the contract's owner; undefined without a contract. */
export function mintSender({ db, settings }: Pick<Services, 'db' | 'settings'>): Sender | undefined {
  const { minting } = settings;
  if (!minting) return undefined;
  const { contract, minterKey: key } = minting;
  return {
    purpose: 'mint',
    key,
    mostGas,
    isRepeatable: true,
    refusal: (node, address) => refuseMinting(node, contract, address),
    confirmed: confirmMint,
    async judge(node, transactionId) {
      const mint = await findMint(db, transactionId);
      if (!mint) throw new Error(`The transaction ${transactionId} mints nothing`);
      const args = [BigInt(mint.tokenId)] as const;
      const owner = await ask(node, contract, { functionName: 'ownerOf', args }).catch((error: unknown) => {
        if (isRevert(error)) return undefined;
        throw error;
      });
      if (owner === mint.wallet) return 'done';
      const why = owner ? `belongs to ${owner}` : 'cannot be minted';
      return { impossible: `Token ${mint.tokenId} ${why}.` };
    },
  };
}

/** Returns why an address cannot mint by a contract; undefined if it can. */
export async function refuseMinting(node: ChainNode, contract: Hex, address: Hex): Promise<string | undefined> {
  // A call of an address without code succeeds, so that a mint would seem to be done.
  if ((await node.code(contract)) === '0x') return `There is no contract at ${contract}.`;
  const owner = await ask(node, contract, { functionName: 'owner' });
  return owner === address ? undefined : `The contract ${contract} belongs to ${owner}, not to ${address}.`;
}

type OwnerQuery =
  | { readonly functionName: 'owner' }
  | { readonly functionName: 'ownerOf'; readonly args: readonly [bigint] };

async function ask(node: ChainNode, contract: Hex, question: OwnerQuery): Promise<string> {
  const data = await node.call({ to: contract, data: encodeFunctionData({ abi, ...question }) });
  return decodeFunctionResult({ abi, functionName: question.functionName, data }).toLowerCase();
}

/** Notes that a piece is in its wallet, and lets its order be settled. */
async function confirmMint(tx: Transaction<DB>, transactionId: number, at: Date): Promise<void> {
  const { orderId } = await markMinted(tx, transactionId, at);
  if ((await findState(tx, orderId)) === 'processing') await enqueueSettling(tx, orderId);
}
