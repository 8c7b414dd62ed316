/** Codes of the operating system for a server that is gone, restarting or not there yet. */
const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * SQLSTATE: connection exceptions (class 08), out of connections, memory or disk (class 53), shutting down or starting up
 * (57P01–57P03); and what the database undid because it took too long (57014, 55P03) or for the sake of others too often
 * (40001, 40P01).
 */
const sqlStates = /^(08...|53...|57P0[123]|57014|55P03|40001|40P01)$/;

/** What pg says without a code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * Whether a failure means that the database cannot be reached at the moment, or has more to do than it can, which is a
 * reason to try again and not a bug. What such a call did is unknown to its caller, who learns it by sending the same idempotency key again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (messages.test(error.message)) return true;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return false;
  return sqlStates.test(code) || ('syscall' in error && systemCodes.has(code));
}
