import * as z from 'zod';
import { nodeAddress, type Variable, whole, withoutEndSlashes } from './variable-schemas.ts';

/** The minimum length of `METRICS_TOKEN` in characters. */
const metricsTokenLength = 16;

/** A host name or an IPv4 address, and a port where it is not the usual one. */
const hostWithPort = z.string().regex(/^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$/);

export const watchingVariables = {
  METRICS_PORT: { schema: whole(0, 65_535).optional(), expects: 'a port number from 0 to 65535' },
  METRICS_TOKEN: {
    schema: z.string().min(metricsTokenLength).optional(),
    expects: `at least ${metricsTokenLength} random characters`,
    secret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: nodeAddress.transform(withoutEndSlashes).optional(),
    expects: 'an http or https address without a path of its own, like http://localhost:4318',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^(0(\.\d{1,6})?|1)$/)
      .default('0.01')
      .transform(Number),
    expects: 'the share of traces that are kept, from 0 to 1, like 0.01',
  },
  NTP_SERVER: { schema: hostWithPort.optional(), expects: 'a host like time.example.com, or time.example.com:123' },
} as const satisfies Readonly<Record<string, Variable>>;

type WatchingValues = {
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_TOKEN?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
  readonly NTP_SERVER?: string | undefined;
};

/** Traces are made where a collector is named. */
export function watchingSettingsFrom(values: WatchingValues) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = values;
  return {
    metricsPort: values.METRICS_PORT,
    metricsToken: values.METRICS_TOKEN,
    /** The time server that `lightstick doctor` compares the machine's clock with. */
    ntpServer: values.NTP_SERVER,
    tracing: endpoint === undefined ? undefined : { endpoint, share },
  };
}
