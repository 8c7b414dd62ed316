import { readAvailable } from '#/modules/points/index.ts';
import type { TestFan } from './given-fan.ts';
import type { World } from './world.ts';

/** Reads what a fan has of an asset in the ledger. */
export function balanceOf({ db }: Pick<World, 'db'>, fan: TestFan, asset = 'POINT'): Promise<number> {
  return readAvailable(db, { fanId: fan.id, asset });
}
