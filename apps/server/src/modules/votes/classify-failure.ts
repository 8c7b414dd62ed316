import type { WriteFailure } from '#/batching/index.ts';

/** PostgreSQL's words for: your transaction was rolled back because of the others, try again. */
const transientStates = new Set(['40001', '40P01', '55P03', '57014']);

/**
 * What a failed write of a batch means. An error with a state that PostgreSQL sent is an answer, after which nothing is
 * written; without one, or with one of class 57P or 08, the connection is gone. A state has a digit, by which it is no code
 * of the operating system such as EPIPE. Out of connections, memory or disk (class 53) the same batch may well be written a moment later, and halves of it would only ask for more.
 */
export function classifyFailure(error: unknown): WriteFailure {
  const state = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (transientStates.has(state) || state.startsWith('53')) return 'transient';
  const isAnswer = /^(?=.*\d)[0-9A-Z]{5}$/.test(state) && !state.startsWith('57P') && !state.startsWith('08');
  return isAnswer ? 'poisoned' : 'outcome-unknown';
}
