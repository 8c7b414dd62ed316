import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../../world/children-of.ts';
import { startRestartingServer } from '../../world/restarting-server.ts';
import { givenOutage } from '../given-world.ts';
import { startOwnDatabase, nothingMore, type OpenStage, usualRefusals, stopAll } from './stage.ts';

const workers = 2;
const pollMs = 50;
const replacedTimeoutMs = 60_000;

/**
 * Opens one server of two workers on one port. They are killed in turn, the older one first, and replaced by
 * their supervisor.
 */
export const openWorkerStage: OpenStage = async (stack) => {
  const database = await startOwnDatabase(stack);
  const server = stack.use(
    await startRestartingServer(database.dataDir, {
      ...database.settings,
      WORKERS: String(workers),
      METRICS_PORT: '0',
    }),
  );
  let metrics: string | undefined;
  let slowestReplacementMs = 0;

  async function figure(name: string): Promise<number | undefined> {
    // It is told last.
    metrics ??= /http:\S+\/metrics/.exec(server.lastLines())?.[0];
    if (metrics === undefined) return undefined;
    const page = await fetch(metrics).then((reply) => reply.text());
    const value = new RegExp(`^${name} (\\d+)$`, 'm').exec(page)?.[1];
    return value === undefined ? undefined : Number(value);
  }

  /** Resolves when all workers accept requests and this many are replacements. */
  async function untilReplaced(restarts: number): Promise<void> {
    const deadline = performance.now() + replacedTimeoutMs;
    while (performance.now() < deadline) {
      const [listening, restarted] = [
        await figure('lightstick_workers'),
        await figure('lightstick_worker_restarts_total'),
      ];
      if (listening === workers && restarted === restarts) return;
      await sleep(pollMs);
    }
    throw new Error(`Not all workers took requests within ${replacedTimeoutMs / 1000} s:\n${server.lastLines()}`);
  }

  let kills = 0;
  await server.ready();
  // The first worker is ready before the others have begun.
  await untilReplaced(0);
  return {
    ...nothingMore,
    addresses: [server.address],
    faults: ['kill of a worker'],
    refusals: usualRefusals,
    async strike() {
      // A replacement has a higher number than its peer, so that the two are hit in turn.
      const [victim] = (await childrenOf(server.pid())).toSorted((one, other) => one - other);
      if (victim === undefined) throw new Error('The server has no workers');
      process.kill(victim, 'SIGKILL');
      const atMs = performance.now();
      await untilReplaced(++kills);
      slowestReplacementMs = Math.max(slowestReplacementMs, performance.now() - atMs);
      return { atMs };
    },
    givenWorld: givenOutage,
    connectAsOwner: () => database.connectAsOwner(),
    ready: () => server.ready(),
    figures: () => [['Slowest replacement of a worker', `${(slowestReplacementMs / 1000).toFixed(1)} s`]],
    stop: () => stopAll([server]),
  };
};
