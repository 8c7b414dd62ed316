import { luckJobs, moveLuckKind } from '#/modules/luck/luck.jobs.ts';
import type { Beacon } from '#/modules/luck/beacon.ts';
import type { World } from '../world/world.ts';

/** A world's usual beacon: without another one it draws by the organiser's seeds, which need no round. */
const organiser: Beacon = { kind: 'organiser', fetchRound: () => Promise.resolve(undefined) };

/** Runs a job of luck at the world's time. */
export async function runLuckJob(
  world: Pick<World, 'services' | 'time'>,
  id: string,
  payload: object,
  beacon: Beacon = organiser,
): Promise<void> {
  const job = luckJobs({ ...world.services, beacon }).find((one) => one.id === id);
  if (!job) throw new Error(`Luck has no job ${id}`);
  await job.run(payload, { number: 1, last: true });
  world.time.forget();
}

/** Runs the scheduled job. */
export function moveLuck(world: Pick<World, 'services' | 'time'>, beacon: Beacon = organiser): Promise<void> {
  return runLuckJob(world, moveLuckKind.id, {}, beacon);
}
