import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { AgreedNow } from './agreed-now.ts';
import type { Clock } from './clock.ts';
import type { Settings } from './config.ts';
import type { DB } from './db/schema.ts';
import { createHeavyReads, type HeavyReads, type Replica } from './heavy-reads.ts';
import { createHealth, type Health } from './http/health.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createOperators, type Operators } from './http/operators.ts';
import { createSessions, type Sessions } from './http/session.ts';
import type { Log } from './log.ts';

/** Short reads that may be repeated, and that give up soon: `onceMore` asks again when a line was lost. */
export type LookUps = { readonly pool: Pool; readonly db: Kysely<DB> };

/** What the server stands on and does not make itself: the same for the real one and for tests. */
export type Foundations = {
  readonly settings: Settings;
  readonly clock: Clock;
  /** What several processes go by together; the clock alone, when left out. */
  readonly agreedNow?: AgreedNow;
  readonly log: Log;
  readonly db: Kysely<DB>;
  /** The pool under `db`, for named statements on hot paths. */
  readonly pool: Pool;
  /** Connections for votes alone. */
  readonly votePool: Pool;
  /** Connections for short reads that votes wait for; those of calls where there are none. */
  readonly lookUps?: LookUps;
  /** Connections for reads that take long; `db` where there are none. */
  readonly heavyDb?: Kysely<DB>;
  /** A copy of the database for such reads. */
  readonly replica?: Replica | undefined;
  /** Everybody's metrics, where this process is one of several workers. */
  readonly metricsOfAll?: (() => Promise<string>) | undefined;
};

/** What the composition root hands out. A module asks for the fields it uses by `Pick<Services, …>`. */
export type Services = Foundations & {
  readonly lookUps: LookUps;
  readonly agreedNow: AgreedNow;
  readonly sessions: Sessions;
  readonly operators: Operators;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly heavyReads: HeavyReads;
};

/** Makes the services that every server needs once, over its foundations. */
export function createServices(foundations: Foundations): Services {
  const { db, pool } = foundations;
  const lookUps = foundations.lookUps ?? { db, pool };
  const metrics = createMetrics(foundations);
  return {
    agreedNow: () => Promise.resolve(foundations.clock.now()),
    ...foundations,
    lookUps,
    sessions: createSessions({ ...foundations, lookUps }),
    operators: createOperators(foundations),
    metrics,
    health: createHealth(foundations),
    heavyReads: createHeavyReads({
      ...foundations,
      db: foundations.heavyDb ?? db,
      onRead: (by) => metrics.heavyReads.inc({ by }),
    }),
  };
}
