import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { machineClock } from './lib/clock.ts';

export type Log = Logger;

/** Fields that are never logged, in any object of a log line. */
const secretFields = new Set([
  'token',
  'passportToken',
  'password',
  'ciphertext',
  'authorization',
  'cookie',
  'secret',
  'serverSecret',
  'googleRecaptchaToken',
]);

const deepest = 3;

/**
 * Creates the server's log: JSON lines with ISO times. Removing secrets by name is the second line of defence; the
 * first is that bodies, queries and headers are not logged.
 * @param level `trace` … `fatal`, or `silent`
 * @param destination defaults to standard output
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${machineClock.now().toISOString()}"`,
      // Pino's own redaction checks every path for every line, which takes longer than the rest of a request.
      serializers: { err: (error: unknown) => describeError(error) },
      formatters: { level: (label) => ({ level: label }), log: (fields) => withoutSecrets(fields, 1) },
      hooks: { logMethod: onceAMinute() },
    },
    ...(destination ? [destination] : []),
  );
}

const warning = 40;
const repeatMs = 60_000;
/** More kinds of warnings than this in a minute are written as they come. */
const mostCounted = 500;

/**
 * Writes a warning at once, counts its repeats for a minute, and then writes it again with their number as `repeated`. What
 * an outage says thousands of times would hide everything else. Other levels are written as they come.
 */
function onceAMinute(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const counted = new Map<string, number>();
  return function write(given, method, level) {
    const [first, text] = given as [unknown, unknown];
    const fields = first instanceof Error ? { err: first } : isPlainObject(first) ? first : {};
    const message = typeof first === 'string' ? first : String(text);
    const cause = level === warning ? causeOf(message, fields) : undefined;
    const repeats = cause === undefined ? undefined : counted.get(cause);
    if (cause !== undefined && repeats !== undefined) return void counted.set(cause, repeats + 1);
    method.apply(this, given);
    if (cause === undefined || counted.size >= mostCounted) return;
    counted.set(cause, 0);
    const writeRepeats = () => {
      const repeated = counted.get(cause) ?? 0;
      counted.delete(cause);
      if (repeated > 0) method.apply(this, [{ ...fields, repeated }, message]);
    };
    machineClock.after(repeatMs, writeRepeats, { ref: false });
  };
}

/** Returns what two warnings with one cause share: message, error and subject; the request may be another. */
function causeOf(message: string, { err, requestId: _request, ...subject }: Readonly<Record<string, unknown>>): string {
  const error = err instanceof Error ? [err.name, err.message] : err;
  return JSON.stringify([message, error, subject]);
}

/** The logged part of an error. */
type LoggedError = {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
  readonly cause?: unknown;
  /** The errors of an aggregate error, such as a host none of whose addresses answers. */
  readonly errors?: readonly unknown[];
};

/**
 * Returns an error's name, message, code, stack and cause, and none of its other properties: the database's driver
 * attaches its whole connection, and a constraint error the row's values.
 */
function describeError(error: unknown, depth = 1): unknown {
  if (!(error instanceof Error)) return error;
  const logged: LoggedError = {
    name: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(depth < deepest && error.cause !== undefined && { cause: describeError(error.cause, depth + 1) }),
    ...(depth < deepest &&
      error instanceof AggregateError && { errors: error.errors.map((one) => describeError(one, depth + 1)) }),
  };
  return logged;
}

/** Returns the object itself if it has no secrets, else a copy. Only plain objects are searched. */
function withoutSecrets(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  let clean = fields;
  for (const [name, value] of Object.entries(fields)) {
    let kept = value;
    if (secretFields.has(name)) kept = '[redacted]';
    else if (depth < deepest && isPlainObject(value)) kept = withoutSecrets(value, depth + 1);
    if (kept === value) continue;
    if (clean === fields) clean = { ...fields };
    clean[name] = kept;
  }
  return clean;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
