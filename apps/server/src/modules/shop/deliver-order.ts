import type { Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { receivingWallet } from '#/modules/identity/index.ts';
import type { Services } from '#/services.ts';
import { insertMint, readMintsOf, holdPiecesOf } from './mints.store.ts';
import type { OpenOrder } from './orders.store.ts';

type DeliveryServices = Pick<Services, 'db' | 'clock' | 'settings'>;

/**
 * Delivers the pieces of an order: those of an account that signs in by wallet are minted to it, all others stay in custody. The
 * wallet is that of the first call; what is on its way arrives whatever becomes of the account or the settings.
 */
export async function deliverOrder(services: DeliveryServices, order: OpenOrder): Promise<'delivered' | 'underWay'> {
  return transactionWithRetry(services.db, async (tx) => {
    const serials = await holdPiecesOf(tx, order.orderId);
    const mints = await readMintsOf(tx, order.orderId);
    if (mints.requested > 0) return mints.minted === serials.length ? 'delivered' : 'underWay';
    return beginMints(tx, services, { order, serials });
  });
}

async function beginMints(
  tx: Transaction<DB>,
  { settings, clock }: DeliveryServices,
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
