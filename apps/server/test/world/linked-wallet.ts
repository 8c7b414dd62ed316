import type { TestFan } from './given-fan.ts';
import { newWallet } from './wallet.ts';
import type { World } from './world.ts';

/** Puts a new wallet in place as linking leaves it, instead of the one linked before. Returns its address in lower case. */
export async function givenLinkedWallet({ clock, db }: Pick<World, 'clock' | 'db'>, { id }: TestFan): Promise<string> {
  const address = newWallet().address.toLowerCase();
  const values = { address, linked_at: clock.now() };
  await db
    .insertInto('linked_wallet')
    .values({ fan_id: id, ...values })
    .onConflict((conflict) => conflict.column('fan_id').doUpdateSet(values))
    .execute();
  return address;
}
