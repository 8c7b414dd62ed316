import type { ServerResponse } from 'node:http';
import type { ErrorName } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import type { Clock } from '#/lib/clock.ts';
import type { OpenSpan } from '#/lib/tracing.ts';
import type { Log } from '#/log.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { ConnectionTurns } from './connection-turns.ts';
import type { CurrentBrand } from '#/config/brand.ts';
import type { Load, RefusalWait } from './admission.ts';
import type { Fan, Operator, Operators, Sessions } from './caller.ts';
import type { Health } from './health.ts';
import type { Hold } from './hold.ts';
import type { Metrics } from './metrics.ts';
import type { RateClass } from './rate-limit.ts';
import type { StreamPlaces } from './event-stream.ts';

/** What HTTP needs of the services, as a separate type, so that services import http and not the reverse. */
type HttpServices = {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Kysely<DB>;
  readonly pool: Pool;
  readonly brand: CurrentBrand;
  readonly sessions: Sessions;
  readonly operators: Operators;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly hold: Hold;
};

// Fastify's way to extend a server and its requests: declarations that merge with its interfaces.
declare module 'fastify' {
  interface FastifyInstance {
    services: HttpServices;
    load: Load;
    concurrencyLimit: ConcurrencyLimit;
    refusalWaitMs: RefusalWait;
    /** How calls wait for a connection. */
    connectionTurns: ConnectionTurns;
    /** Constant headers of every JSON answer. */
    apiHeaders: Readonly<Record<string, string>>;
    /** Constant headers of every page. */
    pageHeaders: Readonly<Record<string, string>>;
    /** Open streams of server-sent events, with the sign-in of those that a fan opened. */
    streams: Map<ServerResponse, string | undefined>;
    /** The places left for them. */
    streamPlaces: StreamPlaces;
  }
  interface FastifyRequest {
    /** Set once the caller is known; for the log. */
    fan: Fan | undefined;
    /** The same as `fan`, for operators. */
    operator: Operator | undefined;
    /** Set for a failure; for the log. */
    refusal: ErrorName | undefined;
    /** The answer is an event stream that lasts as long as its listener stays. */
    isStream: boolean;
    /** Set while the request is traced. */
    span: OpenSpan | undefined;
    /** The JSON text, if the route keeps it. */
    rawBody: string | undefined;
  }
  interface FastifyContextConfig {
    /** The contract's route, or the pattern of a picture's. */
    route?: string;
    /** The rate per address. Every route has one. */
    rate?: RateClass;
    /** The body is signed, so its bytes are kept beside the parsed value. */
    keepsRawBody?: boolean;
  }
}
