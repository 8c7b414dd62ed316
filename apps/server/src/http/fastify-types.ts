import type { ServerResponse } from 'node:http';
import type { ErrorName } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import type { Clock } from '#/lib/clock.ts';
import type { Log } from '#/log.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { Load } from './admission.ts';
import type { Fan, Operator, Operators, Sessions } from './caller.ts';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';
import type { RateClass } from './rate-limit.ts';
import type { StreamPlaces } from './event-stream.ts';

/** What HTTP needs of the server's services; a type of its own, so that services may import http and not the reverse. */
type HttpServices = {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Kysely<DB>;
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly operators: Operators;
  readonly metrics: Metrics;
  readonly health: Health;
};

// Fastify's way to say what a server and its requests carry besides its own: declarations that merge with interfaces.
declare module 'fastify' {
  interface FastifyInstance {
    services: HttpServices;
    load: Load;
    concurrencyLimit: ConcurrencyLimit;
    /** The constant headers of every JSON answer. */
    apiHeaders: Readonly<Record<string, string>>;
    /** The constant headers of every page. */
    pageHeaders: Readonly<Record<string, string>>;
    /** Open streams of server-sent events. */
    streams: Set<ServerResponse>;
    /** How many more there may be. */
    streamPlaces: StreamPlaces;
  }
  interface FastifyRequest {
    /** Set once the caller is known; for the log. */
    fan: Fan | undefined;
    /** As `fan`. */
    operator: Operator | undefined;
    /** Set when the answer is a failure; for the log. */
    refusal: ErrorName | undefined;
    /** The answer is a stream of events, which lasts as long as its listener stays. */
    isStream: boolean;
    /** The JSON as it came, where the route keeps it. */
    rawBody: string | undefined;
  }
  interface FastifyContextConfig {
    /** The route as the contract spells it. Without it a request is neither limited nor shed. */
    route?: string;
    rate?: RateClass;
    /** The body is signed, so it is kept byte by byte beside what was read from it. */
    keepsRawBody?: boolean;
  }
}
