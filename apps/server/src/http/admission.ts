import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '#/config/settings.ts';
import { Refusal } from '#/errors.ts';
import { ownCalls } from './first-page/drawing-thread.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';

/**
 * Decides at a request's head whether to accept it: by the process's load, and by the route's rate per address. Applies to
 * calls only; health, metrics and files always answer.
 */
export function admitRequests(server: FastifyInstance): void {
  const { load, services } = server;
  const limiter = createRateLimiter(services, services.settings.rateLimitFactor);

  server.addHook('onRequest', (request, _reply, done) => {
    const { route, rate } = request.routeOptions.config;
    if (route === undefined || rate === undefined) return done();
    if (load.isTooHigh()) {
      services.metrics.shed.inc();
      return done(new Refusal('OVERLOADED'));
    }
    if (request.socket.remoteAddress === ownCalls) return done();
    if (limiter.isShared(rate)) return admitByDatabase(limiter, request, done);
    const waitMs = limiter.waitMs(rate, request.ip);
    return waitMs === 0 ? done() : done(tooMany(waitMs));
  });
}

function admitByDatabase(limiter: RateLimiter, request: FastifyRequest, done: (error?: Error) => void): void {
  const { route = '', rate = 'tight' } = request.routeOptions.config;
  const named = request.headers['x-deviceid'];
  const deviceId = typeof named === 'string' ? named : undefined;
  limiter.sharedWaitMs(rate, route, { address: request.ip, deviceId }).then(
    (waitMs) => (waitMs === 0 ? done() : done(tooMany(waitMs))),
    (error: Error) => done(error),
  );
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil(waitMs / 1000) });
}

/** The load of this process. */
export type Load = {
  /** Completely received calls in progress. */
  readonly inFlight: number;
  /** Counts a call while its work runs, whether its caller still waits or not. */
  whileInFlight<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The mean delay of the event loop over the last second or so, in milliseconds. */
  eventLoopDelayMs(): number;
  /**
   * Whether one more call would slow down all others.
   * @param share of the limits that counts as too high, for calls that give way before the others
   */
  isTooHigh(share?: number): boolean;
  stop(): void;
};

const sampleMs = 500;
const resolutionMs = 10;

/** Watches the event loop and the calls in progress against the settings' limits. */
export function trackLoad(settings: Pick<Settings, 'maxInFlight' | 'maxEventLoopDelayMs'>): Load {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    // Without a sample the mean is NaN: the loop was blocked for the whole interval or has just started.
    const meanMs = histogram.mean / 1e6;
    delayMs = Number.isNaN(meanMs) ? delayMs : Math.max(0, meanMs - resolutionMs);
    histogram.reset();
  }, sampleMs);
  timer.unref();
  let inFlight = 0;
  return {
    get inFlight() {
      return inFlight;
    },
    async whileInFlight(work) {
      inFlight += 1;
      try {
        return await work();
      } finally {
        inFlight -= 1;
      }
    },
    eventLoopDelayMs: () => delayMs,
    isTooHigh(share = 1) {
      return inFlight >= share * settings.maxInFlight || delayMs > share * settings.maxEventLoopDelayMs;
    },
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
