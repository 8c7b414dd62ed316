import { modulePersonalData } from '#/modules/index.ts';
import { eraseFans } from '#/modules/privacy/erase-fans.ts';
import type { TestFan } from './given-fan.ts';
import { graceMs } from './leave.ts';
import type { World } from './world.ts';

/**
 * Erases a fan whose days of grace are over, as the server's job does.
 *
 * @param meanwhile is done in the same transaction, after every module has erased what it has.
 */
export async function eraseFan(
  { clock, ownerPool, services }: World,
  { id }: Pick<TestFan, 'id'>,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const now = clock.now();
  await ownerPool.query('UPDATE fan SET deletion_requested_at = $2 WHERE id = $1', [
    id,
    new Date(now.getTime() - graceMs),
  ]);
  const last = { erased: [], kept: {}, erase: meanwhile };
  await eraseFans({ ...services, records: [...modulePersonalData(services), last] }, now);
}
