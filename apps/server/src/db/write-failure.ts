import type { WriteFailure } from '#/lib/micro-batcher.ts';

/** SQLSTATEs of a transaction that lost against others and may be retried. */
const transientStates = new Set(['40001', '40P01', '55P03', '57014']);

/**
 * Classifies a failed write. A SQLSTATE from PostgreSQL means that nothing was written; without one, or in class 57P or 08,
 * the outcome is unknown. Every SQLSTATE has a digit, unlike EPIPE. In class 53 (resources) the same batch may succeed
 * later.
 */
export function classifyFailure(error: unknown): WriteFailure {
  const state = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (transientStates.has(state) || state.startsWith('53')) return 'transient';
  const isAnswer = /^(?=.*\d)[0-9A-Z]{5}$/.test(state) && !state.startsWith('57P') && !state.startsWith('08');
  return isAnswer ? 'poisoned' : 'outcome-unknown';
}
