import type { ErrorName } from '@lightstick/contract/errors';
import { ApiError } from '../api/api-error.ts';
import { refusalReason } from '../api/refusal-reason.ts';
import type { MessageId, Translate } from '../i18n/i18n.ts';
import { describeFailure } from './describe-failure.ts';

/**
 * The words for a refusal that the call promised. Each text may use `{server}`, the server's own sentence with its
 * particulars ("You need 3 more votes."), and adds what to do next. Everything else is worded by `describeFailure`.
 */
export function refusalText<N extends ErrorName>(error: unknown, texts: Record<N, MessageId>, t: Translate): string {
  const known: Partial<Record<ErrorName, MessageId>> = texts;
  const reason = refusalReason(error);
  const id = reason && known[reason];
  if (id && error instanceof ApiError) return t(id, { server: error.message });
  return describeFailure(error, t)?.detail ?? t('failure.server');
}
