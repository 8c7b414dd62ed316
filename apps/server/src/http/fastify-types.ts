import type { ServerResponse } from 'node:http';
import type { ErrorName } from '@lightstick/contract';
import type { Services } from '#/services.ts';
import type { CallsOfFans } from './calls-of-fans.ts';
import type { Load } from './load.ts';
import type { RateClass } from './rate-limit.ts';
import type { Fan } from './session.ts';

// Fastify's way to say what a server and its requests carry besides its own: declarations that merge with interfaces.
declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    load: Load;
    callsOfFans: CallsOfFans;
    /** The constant headers of every JSON answer. */
    apiHeaders: Readonly<Record<string, string>>;
    /** The constant headers of every page. */
    pageHeaders: Readonly<Record<string, string>>;
    /** Open streams of server-sent events. */
    streams: Set<ServerResponse>;
  }
  interface FastifyRequest {
    /** Set once the caller is known; for the log. */
    fan: Fan | undefined;
    /** Set when the answer is a failure; for the log. */
    refusal: ErrorName | undefined;
    /** The answer is a stream of events, which lasts as long as its listener stays. */
    isStream: boolean;
  }
  interface FastifyContextConfig {
    /** The route as the contract spells it. Without it a request is neither limited nor shed. */
    route?: string;
    rate?: RateClass;
  }
}
