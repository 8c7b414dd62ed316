import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Clock } from './clock.ts';
import type { Settings } from './config.ts';
import type { DB } from './db/schema.ts';
import { createHealth, type Health } from './http/health.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { createSessions, type Sessions } from './http/session.ts';
import type { Log } from './log.ts';

/** What the server stands on and does not make itself: the same for the real one and for tests. */
export type Foundations = {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Kysely<DB>;
  /** The pool under `db`, for named statements on hot paths. */
  readonly pool: Pool;
  /** Connections for votes alone. */
  readonly votePool: Pool;
};

/** What the composition root hands out. A module asks for the fields it uses by `Pick<Services, …>`. */
export type Services = Foundations & {
  readonly sessions: Sessions;
  readonly metrics: Metrics;
  readonly health: Health;
};

/** Makes the services that every server needs once, over its foundations. */
export function createServices(foundations: Foundations): Services {
  return {
    ...foundations,
    sessions: createSessions(foundations),
    metrics: createMetrics(foundations),
    health: createHealth(foundations),
  };
}
