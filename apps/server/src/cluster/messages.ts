import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** A process's metrics as they go from one process to another. */
export type MetricsReport = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What the supervisor says to a worker. */
export type ToWorker =
  /** Stop in order. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'reportMetrics'; readonly request: number }
  /** Everybody's metrics, as Prometheus reads them; nothing where they could not be had. */
  | { readonly kind: 'metricsOfAll'; readonly request: number; readonly text: string | undefined };

/** What a worker says to the supervisor. */
export type ToSupervisor =
  /** It listens, on this port. */
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'metrics'; readonly request: number; readonly report: MetricsReport }
  | { readonly kind: 'askMetricsOfAll'; readonly request: number };
