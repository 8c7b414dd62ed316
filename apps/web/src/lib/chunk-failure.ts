import { trackError } from './analytics/track.ts';
import { type ChunkFailure, ChunkLoadError } from './chunk-load-error.ts';
import { intents } from './intents/intents.ts';
import { tabStore } from './key-value-store.ts';
import { currentSession } from './session/session.ts';
import { hasUnsavedWork } from './unsaved-work.ts';

const reloadedKey = 'lightstick.reloadedFor';

/**
 * Decides what becomes of a chunk that cannot be had. When the server has a newer build, in which the chunk may be gone
 * for good, the page is loaded anew at the address the fan wanted, once for each build; unless something on it would be
 * lost, which is the fan's to decide.
 *
 * @param cause - the browser's own error, or a `TimeoutError`.
 * @param loadSource - the source of the function that loads the chunk; it names the chunk where the browser does not.
 * @throws ChunkLoadError with the type and address of the failure, unless the page is being replaced.
 */
export async function giveUpOnChunk(cause: unknown, loadSource: string): Promise<never> {
  const address = chunkAddress(cause, loadSource);
  const newest = await newerBuild();
  const type = await failureType(cause, address);
  const isOutdated = newest !== undefined && isUnsaved();
  const error = new ChunkLoadError({ type, address, isOutdated, cause });
  trackError(error);
  if (newest === undefined || isOutdated) throw error;
  tabStore.set(reloadedKey, newest);
  location.reload();
  return new Promise<never>(() => undefined);
}

/**
 * The path of the chunk. Chrome and Firefox tell it in their message; Safari does not, but the import stands in the
 * source of the function that made it.
 */
export function chunkAddress(cause: unknown, loadSource: string, base: string = import.meta.url): string {
  const told = cause instanceof Error ? /https?:\/\/\S+/.exec(cause.message)?.[0] : undefined;
  const imported = /import\(\s*["'`]([^"'`]+)/.exec(loadSource)?.[1];
  const address = told ?? imported;
  return address === undefined ? '' : new URL(address, base).pathname;
}

async function failureType(cause: unknown, address: string): Promise<ChunkFailure> {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return 'timeout';
  if (!address) return 'error';
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer?.status === 404 ? 'missing' : 'error';
}

/** When the server's build was made, if that is not this page's and the page was not loaded anew for it already. */
async function newerBuild(): Promise<string | undefined> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store' });
    const { builtAt } = (await response.json()) as { builtAt: string };
    return builtAt === __LIGHTSTICK_BUILD__.builtAt || tabStore.get(reloadedKey) === builtAt ? undefined : builtAt;
  } catch {
    // Offline, or no build information: the fan gets the card with Retry.
    return undefined;
  }
}

/** Something was typed, or something that moves value has been sent and is without an answer. */
function isUnsaved(): boolean {
  const accountId = currentSession()?.userInfo.accountId;
  return hasUnsavedWork() || (accountId !== undefined && intents.unsettled(accountId).length > 0);
}
