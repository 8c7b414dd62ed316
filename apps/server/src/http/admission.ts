import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#/errors.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';

/**
 * Decides at a request's head whether it is taken at all: no more than the process can bear, and no more than the route's
 * rate from one address. Only calls are weighed; health, metrics and files answer always.
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
