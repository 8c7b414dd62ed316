import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isTracing, openSpan, readTraceparent } from '#/lib/tracing.ts';
import { clientAddressOf } from './request-headers.ts';

/** Prometheus metrics. Modules add theirs by `new Counter({ …, registers: [services.metrics.registry] })`. */
export type Metrics = {
  readonly registry: Registry;
  /** The published metrics: this process's, or those of all workers. */
  readonly shown: ShownMetrics;
  readonly requestSeconds: Histogram<'route' | 'status'>;
  readonly refusals: Counter<'route' | 'reason'>;
  readonly shed: Counter;
  readonly heavyReads: Counter<'by'>;
  readonly clockDifference: Gauge;
  readonly videoStorageFailures: Counter<'reason'>;
  readonly drandAnswers: Counter<'answer'>;
  readonly jobSeconds: Histogram<'job' | 'outcome'>;
  readonly chainSettled: Counter<'purpose' | 'outcome'>;
};

type ShownMetrics = { readonly contentType: string; metrics(): Promise<string> };

/** Seconds, from a cached answer to a call that waits for a slow disk. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Seconds, from a job that finds nothing to do to one that uses up its time. */
const jobBuckets = [0.01, 0.05, 0.25, 1, 5, 30, 120];

/** @param metricsOfAll reads the metrics of all workers, if this process is one of several */
export function createMetrics({
  pool,
  metricsOfAll,
}: {
  readonly pool: Pool;
  readonly metricsOfAll?: (() => Promise<string>) | undefined;
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'lightstick_' });
  new Gauge({
    name: 'lightstick_database_connections',
    help: 'Connections of the pool; waiting are callers without one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  return {
    registry,
    shown: metricsOfAll ? { contentType: registry.contentType, metrics: metricsOfAll } : registry,
    requestSeconds: new Histogram({
      name: 'lightstick_http_request_seconds',
      help: 'How long requests took, by route and HTTP status.',
      labelNames: ['route', 'status'],
      buckets,
      registers,
    }),
    refusals: new Counter({
      name: 'lightstick_refusals_total',
      help: 'Calls that were refused, by route and reason.',
      labelNames: ['route', 'reason'],
      registers,
    }),
    shed: new Counter({ name: 'lightstick_shed_total', help: 'Requests turned away under load.', registers }),
    clockDifference: new Gauge({
      name: 'lightstick_clock_difference_seconds',
      help: "How far this process's clock runs ahead of the database's; below zero it is behind.",
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'lightstick_job_seconds',
      help: 'How long attempts of jobs took, by job, and whether they were done or failed.',
      labelNames: ['job', 'outcome'],
      buckets: jobBuckets,
      registers,
    }),
    ...countOthers(registers),
  };
}

/** Counts what other servers than the database's primary did for this one. */
function countOthers(registers: Registry[]) {
  return {
    heavyReads: new Counter({
      name: 'lightstick_heavy_reads_total',
      help: 'Reads that take long, by who did them: the replica, the primary, or the primary instead of the replica.',
      labelNames: ['by'],
      registers,
    }),
    drandAnswers: new Counter({
      name: 'lightstick_drand_answers_total',
      help: 'Answers of relays for raffles: the round, too early, away, wrong, or none if no relay had the round.',
      labelNames: ['answer'],
      registers,
    }),
    chainSettled: new Counter({
      name: 'lightstick_chain_settled_total',
      help: 'Transactions on the chain that are confirmed or impossible.',
      labelNames: ['purpose', 'outcome'],
      registers,
    }),
    videoStorageFailures: new Counter({
      name: 'lightstick_video_storage_failures_total',
      help: 'Requests to the bucket of fan videos that failed, by whether it refused, or was away.',
      labelNames: ['reason'],
      registers,
    }),
  };
}

/** Serves metrics until it is disposed. */
type MetricsPort = AsyncDisposable & { readonly port: number };

/**
 * Serves the metrics on a separate port, for a private network.
 * @param address where to listen; port 0 picks a free one
 */
export async function listenForMetrics(
  shown: ShownMetrics,
  address: { readonly host: string; readonly port: number },
): Promise<MetricsPort> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    shown.metrics().then(
      (text) => response.writeHead(200, { 'content-type': shown.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      // An unused connection does not count as idle, and would delay the end.
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Frequent requests of machines would hide those of fans; and a log line of a beacon would add an address to the
 * measurements.
 */
const quietPaths = new Set(['/healthz', '/readyz', '/metrics', 'POST /analytics/api/v1/events']);

function routeOf({ routeOptions: { config, url } }: FastifyRequest): string {
  return config.route ?? url ?? 'unknown';
}

/** Gives each request a span, in the trace of a proxy that is trusted. */
function traceRequests(server: FastifyInstance): void {
  const followsProxy = server.services.settings.trustProxy !== false;
  server.addHook('onRequest', (request, _reply, done) => {
    const route = routeOf(request);
    if (!quietPaths.has(route)) {
      const parent = followsProxy ? readTraceparent(request.headers['traceparent']) : undefined;
      const attributes = { 'http.route': route, 'http.request.method': request.method, 'request.id': request.id };
      request.span = openSpan(route, { isRoot: true, parent, attributes });
    }
    done();
  });
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const refusal = request.refusal === undefined ? {} : { refusal: request.refusal };
    request.span?.end({ 'http.response.status_code': statusCode, ...refusal }, statusCode >= 500);
    done();
  });
}

/**
 * Observes every finished request: one histogram entry, and one log line without query, headers or body. A LOG_LEVEL above
 * `info` disables the lines.
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

  if (isTracing()) traceRequests(server);
  server.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    if (!request.isStream) {
      metrics.requestSeconds.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    }
    if (request.refusal) metrics.refusals.inc({ route, reason: request.refusal });
    if (log.isLevelEnabled('info') && !quietPaths.has(route)) {
      log.info(
        {
          requestId: request.id,
          method: request.method,
          // The pattern and not the address, whose query may contain an email.
          route,
          status: reply.statusCode,
          refusal: request.refusal,
          ms: Math.round(reply.elapsedTime * 100) / 100,
          fanId: request.fan?.id,
          operator: request.operator?.name,
          address: clientAddressOf(request),
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
