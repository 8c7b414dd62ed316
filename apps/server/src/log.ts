import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

/** Fields that must never be written down, in whatever object a log line carries them. */
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
 * The server's log: JSON lines with ISO times. Secrets are cut out by name as a second line of defence; the first is that
 * bodies, queries and headers are not logged at all.
 *
 * @param level - `trace` … `fatal`, or `silent`.
 * @param destination - where lines go; standard output when left out.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      // Pino's own redaction walks every path for every line, which takes longer than the rest of a request.
      serializers: { err: withoutClient },
      formatters: { level: (label) => ({ level: label }), log: (fields) => withoutSecrets(fields, 1) },
    },
    ...(destination ? [destination] : []),
  );
}

/** An error's type, words, stack and codes. The database's driver hangs its whole connection on it, which is left out. */
function withoutClient(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client: _connection, ...told } = stdSerializers.errWithCause(error) as Record<string, unknown>;
  return told;
}

/** The same object when it has no secrets, else a copy. Only plain objects are looked into: errors are left whole. */
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
