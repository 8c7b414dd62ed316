import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What Prometheus reads. Modules add their own by `new Counter({ …, registers: [services.metrics.registry] })`. */
export type Metrics = {
  readonly registry: Registry;
  /** What is shown to Prometheus: this process's metrics, or those of all workers. */
  readonly shown: ShownMetrics;
  readonly requestSeconds: Histogram<'route' | 'status'>;
  readonly refusals: Counter<'route' | 'reason'>;
  readonly shed: Counter;
  readonly heavyReads: Counter<'by'>;
  readonly clockDifference: Gauge;
  readonly videoStorageFailures: Counter<'reason'>;
};

export type ShownMetrics = { readonly contentType: string; metrics(): Promise<string> };

/** Seconds, from a cached answer to a call that waited for a slow disk. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** @param metricsOfAll - those of all workers, where this process is one of several. */
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
    heavyReads: new Counter({
      name: 'lightstick_heavy_reads_total',
      help: 'Reads that take long, by who did them: the replica, the primary, or the primary instead of the replica.',
      labelNames: ['by'],
      registers,
    }),
    clockDifference: new Gauge({
      name: 'lightstick_clock_difference_seconds',
      help: "How far this process's clock runs ahead of the database's; below zero it is behind.",
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
