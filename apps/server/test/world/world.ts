import type { OperatorRole, RouteName } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { createServices, buildApp, type BuildOptions } from '#/app.ts';
import { parseSettings, type Settings } from '#/config/settings.ts';
import { createLog } from '#/log.ts';
import type { Services } from '#/services.ts';
import { call, type CallReply, type CallOptions } from './call.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { type ElectionOptions, givenElection, type TestElection } from './given-election.ts';
import { type FanOptions, givenFan, givenFans, type TestFan } from './given-fan.ts';
import { givenOperator, type TestOperator, type TokenOptions } from './given-operator.ts';
import { runJobs } from './run-jobs.ts';
import { createSettableClock } from './settable-clock.ts';
import { standingAt } from '#/dev/turnable-clock.ts';

export type WorldOptions = BuildOptions & {
  readonly now?: Date;
  /** Ages and timers stand still too until the test turns the time. */
  readonly stands?: true;
  /** Environment variables that differ from a test's. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A database that exists, instead of a new one. */
  readonly database?: TestDatabase;
  /** Settings that no variable tells. */
  readonly settings?: Partial<Settings>;
  /** Receives the log, a line of JSON each. */
  readonly onLogLine?: (line: string) => void;
};

/** Hashes are checked for real, at a thousandth of the cost; what the real cost protects is tested with it. */
const littleWork = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export type World = Awaited<ReturnType<typeof createWorld>>;

/** Creates the whole server on a separate database, in a time that tests turn. Nothing listens; calls are injected. */
export async function createWorld(options: WorldOptions = {}) {
  const database = options.database ?? (await createDatabase());
  const { db, appPool: pool, votePool, ownerPool } = database;
  const now = options.now ?? new Date();
  const clock = createSettableClock(now, options.stands && standingAt(now));
  const settings = {
    ...parseSettings(
      {
        NODE_ENV: 'test',
        LOG_LEVEL: options.onLogLine ? 'info' : 'silent',
        // A test shares its thread with the server, which must not take the test's own work for a storm.
        MAX_EVENT_LOOP_DELAY_MS: '60000',
        ...options.environment,
      },
      process.cwd(),
    ),
    passwordCost: littleWork,
    ...options.settings,
  };
  const { onLogLine } = options;
  const log = createLog(settings.logLevel, onLogLine ? { write: onLogLine } : undefined);
  const services: Services = createServices({ settings, clock, log, db, pool, votePool });
  const app: FastifyInstance = await buildApp(services, options);
  return {
    app,
    databaseUrl: database.url,
    db,
    pool,
    ownerPool,
    clock,
    time: {
      ...clock.time,
      /** Runs every ticker once, and then the jobs that are queued. */
      async step(): Promise<void> {
        await clock.time.step();
        await runJobs({ ownerPool, services });
      },
    },
    services,
    given: {
      fan: (fan?: FanOptions): Promise<TestFan> => givenFan({ db, clock }, fan),
      fans: (count: number, fan?: Pick<FanOptions, 'points'>): Promise<TestFan[]> =>
        givenFans({ db, clock }, count, fan),
      operator: (role?: OperatorRole, token?: TokenOptions): Promise<TestOperator> =>
        givenOperator({ ownerPool, clock }, role, token),
      election: (election?: ElectionOptions): Promise<TestElection> => givenElection({ ownerPool, clock }, election),
    },
    call: <R extends RouteName>(route: R, input: CallOptions<R> = {}): Promise<CallReply<R>> => call(app, route, input),
    /** Listens on a port of the system's choice, for what only a real connection shows. Returns the address. */
    listen: (): Promise<string> => app.listen({ host: '127.0.0.1', port: 0 }),
    async [Symbol.asyncDispose]() {
      await app.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
