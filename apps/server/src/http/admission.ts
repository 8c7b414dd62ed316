import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Settings } from '#/config/settings.ts';
import { Refusal } from '#/errors.ts';
import { networkOf } from '#/lib/network-of.ts';
import { createPace, timesFactor } from '#/lib/pace.ts';
import { ownCalls } from './first-page/drawing-thread.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import { clientAddressOf } from './request-headers.ts';
import { machineClock } from '#/lib/clock.ts';

/**
 * How fast the refusals of one network are answered. Faster ones wait. One that would wait longer than `longestMs` does not, so
 * that the number of waiting requests stays bounded; the proxy in front limits such floods.
 */
const paceOfRefusals = { burst: 200, perSecond: 100, longestMs: 5_000 };

/** Milliseconds that a refusal of the caller's network waits before it is answered. */
export type RefusalWait = (request: FastifyRequest) => number;

/** Paces refusals that come before any bound of a fan: for a rate, and for a session that has ended or is another account's. */
export function paceRefusals(factor: number): RefusalWait {
  const next = createPace(timesFactor(paceOfRefusals, factor));
  return (request) => next(networkOf(clientAddressOf(request))) ?? 0;
}

/**
 * Decides at a request's head whether to accept it: by the process's load, and by the route's rate per address. A server
 * that has a route without a rate does not start. Unknown addresses count as files.
 */
export function admitRequests(server: FastifyInstance): void {
  const { load, services } = server;
  const limiter = createRateLimiter(services, services.settings.rateLimitFactor);
  refuseRoutesWithoutRate(server);

  function refuse(request: FastifyRequest, waitMs: number, done: (error: Error) => void): void {
    const pauseMs = server.refusalWaitMs(request);
    if (pauseMs === 0) return done(tooMany(waitMs));
    machineClock.after(pauseMs, () => done(tooMany(waitMs)));
  }

  server.addHook('onRequest', (request, _reply, done) => {
    const { rate = 'file' } = request.routeOptions.config;
    if (load.isTooHigh() && !limiter.isVital(rate)) {
      services.metrics.shed.inc();
      return done(new Refusal('OVERLOADED'));
    }
    if (request.socket.remoteAddress === ownCalls) return done();
    const admit = (waitMs: number) => (waitMs === 0 ? done() : refuse(request, waitMs, done));
    if (!limiter.isShared(rate)) return admit(limiter.waitMs(rate, clientAddressOf(request)));
    sharedWaitMs(limiter, request).then(admit, done);
  });
}

/** Refuses routes without a rate when all plugins are loaded, because each may give its routes a rate. */
function refuseRoutesWithoutRate(server: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  server.addHook('onRoute', (route) => void routes.push(route));
  server.addHook('onReady', (done) => {
    const unlimited = routes.filter(({ config }) => config?.rate === undefined);
    const names = unlimited.map(({ method, url }) => `${[method].flat().join(', ')} ${url}`);
    done(names.length === 0 ? undefined : new Error(`These routes have no rate: ${names.join('; ')}`));
  });
}

function sharedWaitMs(limiter: RateLimiter, request: FastifyRequest): Promise<number> {
  const { config, method, url } = request.routeOptions;
  const { route = `${String(method)} ${url}`, rate = 'tight' } = config;
  const named = request.headers['x-deviceid'];
  const deviceId = typeof named === 'string' ? named : undefined;
  return limiter.sharedWaitMs(rate, route, { address: clientAddressOf(request), deviceId });
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
  /** Returns the mean delay of the event loop over the last second or so, in milliseconds. */
  eventLoopDelayMs(): number;
  /**
   * Returns whether one more call would slow down all others.
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
  const sample = () => {
    // Without a sample the mean is NaN: the loop was blocked for the whole interval or has just started.
    const meanMs = histogram.mean / 1e6;
    delayMs = Number.isNaN(meanMs) ? delayMs : Math.max(0, meanMs - resolutionMs);
    histogram.reset();
  };
  const timer = machineClock.every(sampleMs, sample, { ref: false });
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
      timer.cancel();
      histogram.disable();
    },
  };
}
