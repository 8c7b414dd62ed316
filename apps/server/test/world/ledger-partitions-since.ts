import { openLedgerBooks } from '#/modules/points/index.ts';
import type { World } from './world.ts';

/** Lets the ledger of a world have a book for each month since the one of `instant`, whenever the test runs. */
export async function keepLedgerPartitionsSince(world: World, instant: Date): Promise<void> {
  const month = instant.toISOString().slice(0, 7).replace('-', '');
  await world.ownerPool.query('UPDATE ledger.beginning SET month = $1', [Number(month)]);
  await openLedgerBooks(world.pool);
}
