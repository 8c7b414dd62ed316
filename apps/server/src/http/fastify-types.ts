import type { ServerResponse } from 'node:http';
import type { ErrorName } from '@lightstick/contract';
import type { Services } from '#/services.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { Load } from './admission.ts';
import type { Operator, Fan } from './caller.ts';
import type { RateClass } from './rate-limit.ts';
import type { StreamPlaces } from './event-stream.ts';

// Fastify's way to say what a server and its requests carry besides its own: declarations that merge with interfaces.
declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    load: Load;
    callsOfFans: ConcurrencyLimit;
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
