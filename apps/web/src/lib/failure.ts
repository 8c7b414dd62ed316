import { apiBaseUrl } from './api/api-address.ts';
import { ApiError, TransportError } from './api/api-error.ts';
import { ChunkLoadError } from './chunk-load-error.ts';
import { bufferedEmitter } from './buffered-emitter.ts';
import type { MessageId, Translate } from './i18n/i18n.ts';
import { useText } from './i18n/use-text.ts';

/** Errors to show as a toast, which is drawn by code that loads after the first screen. */
export const { emit: reportFailure, listen: onFailure } = bufferedEmitter<Error>(3);

type Failure = {
  readonly title: string;
  readonly detail: string;
  /** The address that failed, for errors of the request itself. */
  readonly path?: string;
  /** The id to quote to the operators. */
  readonly requestId?: string;
};

/** The statuses that have their own words. */
const worded = [400, 401, 403, 404, 405, 406, 410, 422, 500, 502, 503, 504] as const;

/** The statuses for which the server's own sentence adds the exact fault. */
const particular: readonly unknown[] = [400, 403, 422];

/** Errors already shown by a toast. */
const shown = new WeakSet();

/**
 * Marks an error as shown. Other handlers of the same error then get no message, so that it is shown once, as the
 * specification requires.
 */
export function markShown(error: object): void {
  shown.add(error);
}

/**
 * Returns the text of an error for a toast or card. Undefined for a refusal without a message, an aborted call and an
 * error already shown.
 */
export function describeFailure(error: unknown, t: Translate): Failure | undefined {
  if (error instanceof Error && (shown.has(error) || error.name === 'AbortError')) return undefined;
  const title = t('failure.title');
  if (error instanceof ChunkLoadError) return { title, detail: t(chunkText(error)) };
  if (!(error instanceof ApiError || error instanceof TransportError)) return { title, detail: t('failure.server') };

  const { status = 0, requestId, path } = error;
  const words = error instanceof ApiError ? error.message : t(transportText(error));
  const known = worded.find((candidate) => candidate === status);
  if (!known && !words) return undefined;
  return {
    title: known ? t(`http.title.${known}`) : title,
    detail: known ? httpDetail(error, known, t) : words,
    ...((status >= 400 || error instanceof TransportError) && { path: apiBaseUrl + path }),
    ...(requestId && { requestId }),
  };
}

function httpDetail(error: Error, status: (typeof worded)[number], t: Translate): string {
  // 503 has several causes, which the server tells apart.
  if (status === 503 && error instanceof ApiError && error.message) return error.message;
  const adds = error instanceof ApiError && error.message && particular.includes(status);
  return adds ? `${t(`http.${status}`)} ${error.message}` : t(`http.${status}`);
}

function transportText({ kind }: TransportError): MessageId {
  if (kind === 'timeout') return 'failure.timeout';
  return kind === 'network' ? 'failure.network' : 'failure.server';
}

function chunkText({ type, isOutdated }: ChunkLoadError): MessageId {
  if (isOutdated) return 'failure.newBuild';
  if (type === 'timeout') return 'failure.timeout';
  return type === 'missing' ? 'failure.server' : 'failure.network';
}

/** Puts errors into the words of the language on screen. */
export function useFailureText(): (error: unknown) => Failure | undefined {
  const t = useText();
  return (error) => describeFailure(error, t);
}
