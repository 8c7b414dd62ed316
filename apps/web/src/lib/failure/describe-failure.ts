import { ApiError, TransportError } from '../api/api-error.ts';
import type { MessageId, Translate } from '../i18n/i18n.ts';

export type Failure = {
  readonly title: string;
  readonly detail: string;
  /** The address that failed, for errors of the request itself. */
  readonly path?: string;
};

type HttpStatus = 400 | 401 | 403 | 404 | 405 | 406 | 410 | 422 | 500 | 502 | 503 | 504;

const httpTexts: Record<HttpStatus, { title: MessageId; detail: MessageId }> = {
  400: { title: 'http.title.400', detail: 'http.400' },
  401: { title: 'http.title.401', detail: 'http.401' },
  403: { title: 'http.title.403', detail: 'http.403' },
  404: { title: 'http.title.404', detail: 'http.404' },
  405: { title: 'http.title.405', detail: 'http.405' },
  406: { title: 'http.title.406', detail: 'http.406' },
  410: { title: 'http.title.410', detail: 'http.410' },
  422: { title: 'http.title.422', detail: 'http.422' },
  500: { title: 'http.title.500', detail: 'http.500' },
  502: { title: 'http.title.502', detail: 'http.502' },
  503: { title: 'http.title.503', detail: 'http.503' },
  504: { title: 'http.title.504', detail: 'http.504' },
};

function httpText(status: number | undefined): { title: MessageId; detail: MessageId } | undefined {
  return httpTexts[status as HttpStatus];
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
