import { type RestartingServer, startRestartingServer } from '../../world/restarting-server.ts';
import type { OwnDatabase } from './stage.ts';

/** A server whose wall clock can be moved. */
export type ClockedServer = RestartingServer & {
  /** Shifts its clock by this many milliseconds against the machine's; negative is behind. */
  moveClock(offsetMs: number): Promise<void>;
  /**
   * Returns when, by its own clock, a request can have reached it that was sent and answered at these moments of this
   * machine, in Unix milliseconds. Returns nothing if its clock was moved in between.
   */
  timesOf(sentMs: number, answeredMs: number): { readonly earliestMs: number; readonly latestMs: number } | undefined;
};

/** The periods of each clock shift, in Unix milliseconds of this machine. */
type Stretch = { readonly offsetMs: number; readonly fromMs: number; untilMs: number };

const shiftedClock = new URL('../shifted-clock.ts', import.meta.url);

async function startClockedServer({ dataDir, settings }: OwnDatabase): Promise<ClockedServer> {
  const server = await startRestartingServer(dataDir, settings, { preload: shiftedClock });
  const stretches: Stretch[] = [{ offsetMs: 0, fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY }];
  return {
    ...server,
    async moveClock(offsetMs) {
      const last = stretches.at(-1);
      if (last) last.untilMs = Date.now();
      await server.ask({ clockOffsetMs: offsetMs });
      stretches.push({ offsetMs, fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY });
    },
    timesOf(sentMs, answeredMs) {
      const stretch = stretches.find(({ fromMs, untilMs }) => sentMs > fromMs && answeredMs < untilMs);
      return stretch && { earliestMs: sentMs + stretch.offsetMs, latestMs: answeredMs + stretch.offsetMs };
    },
  };
}

/** Starts two servers with separate clocks over one database. */
export async function startClockedServers(
  stack: AsyncDisposableStack,
  database: OwnDatabase,
): Promise<readonly [ClockedServer, ClockedServer]> {
  const first = stack.use(await startClockedServer(database));
  // The first one makes the schema.
  await first.ready();
  const second = stack.use(await startClockedServer(database));
  await second.ready();
  return [first, second];
}
