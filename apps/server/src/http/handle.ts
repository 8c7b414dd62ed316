import { createHash } from 'node:crypto';
import {
  contract,
  type Contract,
  type DataOf,
  type Endpoint,
  type Route,
  type RouteName,
  SystemErrorStatus,
} from '@lightstick/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { writeError } from './error-reply.ts';
import { answerWriter, type Encoded, CachedResponse, isFresh, readyBytes } from './response-cache.ts';
import { runIdempotent, isAnswered, type RepeatableCall } from './idempotency.ts';
import { type Call, type CallOf, callReader, readCaller } from './call.ts';
import type { RateClass } from './rate-limit.ts';
import { limitUploads } from './uploads.ts';
import { machineClock } from '#/lib/clock.ts';

export type HandleOptions<Data, AnyCall> = {
  /** The rate per address; defaults to `operator` for operators, else `usual`. */
  readonly rate?: RateClass;
  /** Skips the check of the answer in production, for calls that come in storms. */
  readonly hot?: true;
  /** `Cache-Control` of a success; defaults to `no-store`. */
  readonly cacheControl?: string;
  /** The request header that the answer depends on, for shared caches. */
  readonly variesBy?: 'accept-language';
  /** The answer's entity tag, with quotes; a caller with the same one gets 304 without a body. */
  readonly etag?: (data: Data | Encoded<Data>) => string;
  /**
   * Names what the call locks and many callers want at the same time, such as the seats of a room. One call of a process at a
   * time gets a connection for it; the others wait in memory.
   */
  readonly lock?: (call: AnyCall) => string | Promise<string>;
  /** Keeps `request.rawBody`, for signed bodies. */
  readonly keepsRawBody?: true;
};

/** A refusal may be returned instead of thrown where it comes in storms: a thrown one costs several times as much. */
type HandlerAnswer<Data> = Promise<Data | Encoded<Data> | CachedResponse<Data> | Refusal>;

/** Serves a call of the contract, with checked input and a checked, enveloped answer. */
export function handle<R extends RouteName>(
  server: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => HandlerAnswer<DataOf<Contract[R]>>,
  options: HandleOptions<DataOf<Contract[R]>, Call<R>> = {},
): void {
  serve<Contract[R]>(server, route, contract[route], handler, options);
}

type MovingRoute = {
  [R in RouteName]: Contract[R] extends {
    readonly idempotency: 'required' | 'optional';
    readonly auth: 'fan' | 'operator';
  }
    ? R
    : never;
}[RouteName];

type CallRun<R extends MovingRoute, Prepared> = (
  tx: Transaction<DB>,
  call: Call<R>,
  prepared: Prepared,
) => Promise<DataOf<Contract[R]>>;

/** A call that moves value, in steps. Only `run` has the transaction. */
type IdempotentSteps<R extends MovingRoute, Prepared> = {
  /**
   * Looks up what `run` needs, and does slow checks, such as calls to other servers. It runs before the transaction,
   * because a second connection inside it could exhaust the pool and deadlock. A repeat prepares, too: ask `isAnswered`
   * before a check that a repeat must not fail.
   */
  readonly prepare?: (call: Call<R>, isAnswered: () => Promise<boolean>) => Promise<Prepared>;
  readonly run: CallRun<R, Prepared>;
  /** Runs after the commit, also of a repeat. */
  readonly committed?: (data: DataOf<Contract[R]>, prepared: Prepared) => void;
};

/**
 * Serves a call that moves value, once:
 * - One transaction takes the key, does the effect and stores the answer.
 * - A repeat with the same key and body gets the first answer. Another body or route is refused with IDEMPOTENCY_KEY_REUSED.
 * - Of two concurrent calls the second waits.
 * - A refusal stores nothing, so the same key may be tried again.
 */
export function handleOnce<R extends MovingRoute, Prepared = undefined>(
  server: FastifyInstance,
  route: R,
  steps: CallRun<R, undefined> | IdempotentSteps<R, Prepared>,
  options: HandleOptions<DataOf<Contract[R]>, Call<R>> = {},
): void {
  const { prepare, run, committed } =
    typeof steps === 'function' ? ({ run: steps } as IdempotentSteps<R, Prepared>) : steps;
  const { db } = server.services;
  handle(
    server,
    route,
    async (call) => {
      // Every call of a MovingRoute is repeatable, which the compiler cannot derive for a generic R.
      const repeatable = call as typeof call & RepeatableCall;
      const prepared = (await prepare?.(call, () => isAnswered(db, repeatable))) as Prepared;
      const data = await runIdempotent(db, route, repeatable, (tx) => run(tx, call, prepared));
      committed?.(data, prepared);
      return data;
    },
    options,
  );
}

/** Serves an endpoint outside the contract like `handle`. */
export function serve<E extends Endpoint>(
  server: FastifyInstance,
  route: Route,
  endpoint: E,
  handler: (call: CallOf<E>) => HandlerAnswer<DataOf<E>>,
  options: HandleOptions<DataOf<E>, CallOf<E>> = {},
): void {
  const [method, url] = route.split(' ') as [HTTPMethods, string];
  const readCall = callReader(endpoint);
  const inTurn = server.connectionTurns({ route, isSafe: endpoint.safe === true });
  const atOnce = endpoint.upload ? limitUploads(server.services.settings.rateLimitFactor) : server.concurrencyLimit;
  const writeAnswer = answerWriter(endpoint, !options.hot || server.services.settings.checkHotAnswers);
  const cacheControl = options.cacheControl ?? 'no-store';

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer | undefined> {
    const caller = await readCaller(endpoint, request);
    const data = await atOnce(caller.fan, async () => {
      const call = await readCall(request, reply, caller);
      const lock = await options.lock?.(call);
      return inTurn({ request, reply, caller, lock }, () => handler(call));
    });
    if (data instanceof Refusal) return writeError(replaceUnpromised(endpoint, data, server), request, reply);
    reply
      .headers(server.apiHeaders)
      .header('cache-control', cacheControl)
      .header('x-request-id', request.id)
      .header('content-type', 'application/json; charset=utf-8');
    if (data instanceof CachedResponse) return readyBytes(request, reply, data, options.variesBy);
    if (options.variesBy) reply.header('vary', options.variesBy);
    if (options.etag && isFresh(request, reply, options.etag(data))) {
      reply.code(304);
      return undefined;
    }
    return writeAnswer(data);
  }

  server.route({
    method,
    url,
    config: {
      route,
      rate: options.rate ?? (endpoint.auth === 'operator' ? 'operator' : 'usual'),
      keepsRawBody: options.keepsRawBody ?? false,
    },
    async handler(request, reply) {
      try {
        const payload = await inSpanOf(request, () => server.load.whileInFlight(() => answer(request, reply)));
        return payload === undefined ? reply.send() : payload;
      } catch (error) {
        if (error instanceof Refusal && beforeBounds.has(error.reason)) await delayRefusal(request);
        throw replaceUnpromised(endpoint, error, server);
      }
    },
  });
}

function inSpanOf<Result>({ span }: FastifyRequest, work: () => Result): Result {
  return span ? span.run(work) : work();
}

/** Refusals that come before any bound of a fan: the session has ended, or is another account's. */
const beforeBounds: ReadonlySet<string> = new Set<Refusal['reason']>(['UNAUTHENTICATED', 'ACCOUNT_CHANGED']);

/** Delays a refusal by the pace of its network. */
async function delayRefusal(request: FastifyRequest): Promise<void> {
  const waitMs = request.server.refusalWaitMs(request);
  if (waitMs > 0) await machineClock.sleep(waitMs);
}

/** Returns the error, or a bug in place of an unpromised refusal, for which clients have no text. */
function replaceUnpromised(endpoint: Endpoint, error: unknown, server: FastifyInstance): unknown {
  if (!(error instanceof Refusal) || error.reason in SystemErrorStatus || endpoint.errors.includes(error.reason))
    return error;
  return server.services.settings.checkHotAnswers
    ? new Error(`The contract does not promise the refusal ${error.reason}`, { cause: error })
    : error;
}

export type FileRoute = {
  [R in RouteName]: Contract[R] extends { readonly file: readonly string[] } ? R : never;
}[RouteName];

export type FileAnswer<R extends FileRoute> = {
  /** The browser's file name: ASCII letters, digits, dots and dashes. */
  readonly name: string;
  readonly mediaType: Contract[R]['file'][number];
  readonly bytes: Buffer;
};

/** A corrected name should be seen soon; an unchanged file is not sent again. */
const cacheControl = 'public, max-age=60';

/** Serves a call of the contract as a file to keep, with its SHA-256 as entity tag. The handler may throw a Refusal. */
export function handleFile<R extends FileRoute>(
  server: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => Promise<FileAnswer<R>>,
  options: Pick<HandleOptions<never, never>, 'variesBy'> = {},
): void {
  const endpoint: Contract[R] = contract[route];
  const readCall = callReader(endpoint);
  const inTurn = server.connectionTurns({ route, isSafe: true });
  server.get(route.slice('GET '.length), {
    config: { route, rate: 'document' },
    async handler(request, reply) {
      const { name, mediaType, bytes } = await server.load.whileInFlight(async () => {
        const caller = await readCaller(endpoint, request);
        const call = await readCall(request, reply, caller);
        return inTurn({ request, reply, caller }, () => handler(call));
      });
      const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
      reply.headers(server.apiHeaders).headers({ 'cache-control': cacheControl, 'x-request-id': request.id });
      if (options.variesBy) reply.header('vary', options.variesBy);
      if (isFresh(request, reply, etag)) return reply.code(304).send();
      return reply
        .headers({
          'content-type': `${mediaType}; charset=utf-8`,
          'content-disposition': `attachment; filename="${name}"`,
        })
        .send(bytes);
    },
  });
}
