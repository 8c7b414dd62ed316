import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Fields that must never be written down, wherever a log line carries them up to two levels deep. */
const secretFields = [
  'token',
  'passportToken',
  'password',
  'ciphertext',
  'code',
  'authorization',
  'cookie',
  'secret',
  'serverSecret',
  'googleRecaptchaToken',
  'idempotencyKey',
];

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
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
    },
    ...(destination ? [destination] : []),
  );
}
