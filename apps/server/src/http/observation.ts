import { Gauge } from 'prom-client';
import type { FastifyInstance } from 'fastify';

/**
 * Requests of these come every few seconds from machines and would drown the fans' in the log; and a line of a beacon
 * would put an address beside what was measured.
 */
const quietPaths = new Set(['/healthz', '/readyz', '/metrics', 'POST /analytics/api/v1/events']);

/**
 * Notes every finished request: one histogram entry, and one line of the log without query, headers or body. LOG_LEVEL
 * above `info` turns the lines off.
 */
export function observeRequests(server: FastifyInstance): void {
  const { load } = server;
  const { log, metrics } = server.services;
  const registers = [metrics.registry];
  new Gauge({
    name: 'lightstick_http_in_flight',
    help: 'Calls that are being answered.',
    registers,
    collect() {
      this.set(load.inFlight);
    },
  });
  new Gauge({
    name: 'lightstick_event_loop_delay_seconds',
    help: 'The mean delay of the event loop that load shedding looks at.',
    registers,
    collect() {
      this.set(load.eventLoopDelayMs() / 1000);
    },
  });
  new Gauge({
    name: 'lightstick_open_streams',
    help: 'Open streams of server-sent events.',
    registers,
    collect() {
      this.set(server.streams.size);
    },
  });

  server.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    const route = config.route ?? url ?? 'unknown';
    if (!request.isStream) {
      metrics.requestSeconds.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    }
    if (request.refusal) metrics.refusals.inc({ route, reason: request.refusal });
    if (log.isLevelEnabled('info') && !quietPaths.has(route)) {
      log.info(
        {
          requestId: request.id,
          method: request.method,
          // The pattern, not the address: an address may carry an email in its query.
          route,
          status: reply.statusCode,
          refusal: request.refusal,
          ms: Math.round(reply.elapsedTime * 100) / 100,
          fanId: request.fan?.id,
          operator: request.operator?.name,
          address: request.ip,
          device: request.headers['x-deviceid']?.slice(0, 128),
          deviceType: request.headers['x-custom-device-type']?.slice(0, 16),
          version: request.headers['x-versioncode']?.slice(0, 64),
        },
        'request',
      );
    }
    done();
  });
}
