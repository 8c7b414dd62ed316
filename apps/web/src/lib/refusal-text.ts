import { type ErrorName, errorName } from '@lightstick/contract/errors';
import { ApiError } from './api/api-error.ts';
import { describeFailure } from './failure.ts';
import type { MessageId, Translate } from './i18n/i18n.ts';

/**
 * Returns the words for a refusal that the call promised. Each text may use `{server}`, the server's own sentence with
 * its particulars ("You need 3 more votes."), and adds what to do next. Everything else is worded by `describeFailure`.
 */
export function refusalText<N extends ErrorName>(error: unknown, texts: Record<N, MessageId>, t: Translate): string {
  const known: Partial<Record<ErrorName, MessageId>> = texts;
  const reason = refusalReason(error);
  const id = reason && known[reason];
  if (id && error instanceof ApiError) return t(id, { server: error.message });
  return describeFailure(error, t)?.detail ?? t('failure.server');
}

/**
 * Returns why the server refused, by the registry's name; undefined for any other error, and for a code that this build
 * does not know. Apart from `ApiError`, so that the registry stays off the first screen.
 */
export function refusalReason(error: unknown): ErrorName | undefined {
  return error instanceof ApiError ? errorName(error.code) : undefined;
}
