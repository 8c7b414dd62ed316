import { AsyncLocalStorage } from 'node:async_hooks';
import type * as OpenTelemetry from '@opentelemetry/api';
import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api';

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work that is under way, as a span of OpenTelemetry. */
export type OpenSpan = {
  /** Runs work whose own spans are children of this one. */
  run<Result>(work: () => Result): Result;
  /** Ends it; once is enough, and a second time does nothing. */
  end(attributes?: Attributes, hasFailed?: boolean): void;
};

/** The place of a span, for work that begins elsewhere. */
export type SpanPlace = SpanContext;

type SpanOptions = {
  /** Without personal facts: numbers, names of routes and kinds. */
  readonly attributes?: Attributes;
  /** Begins a trace where none is under way; else such work has no span. */
  readonly isRoot?: boolean;
  /** The place of the work that it is part of, in place of the current one. */
  readonly parent?: SpanPlace | undefined;
  /** Other works that it is part of. */
  readonly links?: readonly SpanPlace[];
};

type Tracing = {
  readonly api: typeof OpenTelemetry;
  readonly tracer: Tracer;
  readonly contexts: AsyncLocalStorage<Context>;
};

/** Undefined while nothing is traced, so that every function below costs one comparison then. */
let tracing: Tracing | undefined;

type TracingOptions = {
  /** Where the collector takes OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  /** The share of traces that are kept, from 0 to 1; what the caller's trace has decided goes before. */
  readonly share: number;
  readonly process: { readonly version: string; readonly worker?: number | undefined };
};

/** Traces this process from now on. Its end sends what is left. The libraries are loaded here, and nowhere else. */
export async function startTracing({ endpoint, share, process }: TracingOptions): Promise<AsyncDisposable> {
  const [api, { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider }, otlp, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const { version, worker } = process;
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': 'lightstick',
      'service.version': version,
      ...(worker !== undefined && { 'service.instance.id': `worker ${worker}` }),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new otlp.OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  });
  tracing = { api, tracer: provider.getTracer('lightstick'), contexts: new AsyncLocalStorage() };
  return {
    async [Symbol.asyncDispose]() {
      tracing = undefined;
      await provider.shutdown();
    },
  };
}

export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Returns the current place; undefined while nothing is traced, or the trace is not kept. */
export function currentSpan(): SpanPlace | undefined {
  if (!tracing) return undefined;
  const { api, contexts } = tracing;
  const context = contexts.getStore();
  const place = context && api.trace.getSpanContext(context);
  return place && (place.traceFlags & api.TraceFlags.SAMPLED) !== 0 ? place : undefined;
}

/** Begins a span, or returns undefined while nothing is traced and outside a trace. The caller ends it. */
export function openSpan(name: string, options: SpanOptions = {}): OpenSpan | undefined {
  if (!tracing) return undefined;
  const { api, tracer, contexts } = tracing;
  const { attributes = {}, isRoot = false, parent, links = [] } = options;
  const around = parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : contexts.getStore();
  if (!around && !isRoot) return undefined;
  const span = tracer.startSpan(
    name,
    { attributes, links: links.map((context) => ({ context })) },
    around ?? api.ROOT_CONTEXT,
  );
  return openSpanOf(tracing, span, api.trace.setSpan(around ?? api.ROOT_CONTEXT, span));
}

function openSpanOf({ api, contexts }: Tracing, span: Span, context: Context): OpenSpan {
  return {
    run: (work) => contexts.run(context, work),
    end(attributes, hasFailed = false) {
      if (!span.isRecording()) return;
      if (attributes) span.setAttributes(attributes);
      if (hasFailed) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** Does work in a span of its own, or without one where `openSpan` opens none. Of a failure it tells the error's name. */
export function inSpan<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  const span = openSpan(name, options);
  if (!span) return work();
  return span.run(async () => {
    try {
      const result = await work();
      span.end();
      return result;
    } catch (error) {
      span.end({ 'error.type': error instanceof Error ? error.name : 'unknown' }, true);
      throw error;
    }
  });
}

const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** Reads the W3C header `traceparent`; undefined when it is not one. */
export function readTraceparent(header: unknown): SpanPlace | undefined {
  const [, traceId, spanId, flags] = typeof header === 'string' ? (traceparent.exec(header) ?? []) : [];
  if (!traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
