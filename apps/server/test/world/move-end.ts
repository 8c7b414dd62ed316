import type { World } from './world.ts';

const period = 1004;

/** Moves the end of a round of the world's election, by default of the last, at the world's time. */
export async function moveEndTo(
  { ownerPool, clock }: Pick<World, 'ownerPool' | 'clock'>,
  to: Date,
  round?: number,
): Promise<void> {
  const moved = `SELECT ledger.move_end($1, $2, 'A test', p_round => $3::smallint, p_now => $4)`;
  await ownerPool.query(moved, [period, to.toISOString(), round, clock.now()]);
}
