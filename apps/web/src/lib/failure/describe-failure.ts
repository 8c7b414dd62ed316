import { ApiError, TransportError } from '../api/api-error.ts';
import type { MessageId, Translate } from '../i18n/i18n.ts';

export type Failure = {
  readonly title: string;
  readonly detail: string;
  /** The address that failed, for errors of the request itself. */
  readonly path?: string;
};

/** The statuses that have words of their own. */
const worded = [400, 401, 403, 404, 405, 406, 410, 422, 500, 502, 503, 504] as const;

function httpText(status: number | undefined): { title: MessageId; detail: MessageId } | undefined {
  const known = worded.find((candidate) => candidate === status);
  return known && { title: `http.title.${known}`, detail: `http.${known}` };
}

/**
 * An error in words for a toast or a card; nothing for a refusal without a message, which is not shown. The server's
 * own message is preferred, because it is in the fan's language and names the particulars.
 */
export function describeFailure(error: unknown, t: Translate): Failure | undefined {
  if (error instanceof ApiError) {
    if (!error.message) return undefined;
    if (error.status < 400) return { title: t('failure.title'), detail: error.message };
    const known = httpText(error.status);
    return { title: t(known?.title ?? 'failure.title'), detail: error.message, path: error.path };
  }
  if (error instanceof TransportError) {
    const known = httpText(error.status);
    if (known) return { title: t(known.title), detail: t(known.detail), path: error.path };
    if (error.kind === 'timeout') return { title: t('failure.title'), detail: t('failure.timeout') };
    if (error.kind === 'network') return { title: t('failure.title'), detail: t('failure.network') };
  }
  return { title: t('failure.title'), detail: t('failure.server') };
}
