import { trackError } from './analytics/track.ts';
import { startDeadline, pause } from './timing/waiting.ts';
import { buildStamp } from './build-stamp.ts';
import { type ChunkFailure, ChunkLoadError } from './chunk-load-error.ts';
import { intents } from './intents/intent-store.ts';
import { currentSession } from './session/session.ts';
import { hasUnsavedWork } from './unsaved-work.ts';

type FailedChunk<T> = {
  /** The browser's own error, or a `TimeoutError`. */
  readonly cause: unknown;
  readonly load: () => Promise<T>;
  /** The source of the function that loads the chunk; it names the chunk where the browser does not. */
  readonly loadSource: string;
};

type LostChunk = { readonly type: ChunkFailure; readonly address: string; readonly cause: unknown };

const reloadedKey = 'lightstick.reloadedFor';
const checks = 2;
const pauseMs = 400;
const checkTimeoutMs = 10_000;

/**
 * Retries a failed chunk. Most engines cache the failure, so after two checks with the server and one more `import()`
 * only a reload helps: once per build, without unsaved input. Throws ChunkLoadError unless the page is being replaced.
 */
export async function recoverChunk<T>({ cause, load, loadSource }: FailedChunk<T>): Promise<T> {
  const address = chunkAddress(cause, loadSource);
  if (isTimeout(cause)) return giveUp({ type: 'timeout', address, cause }, false);

  const whereabouts = await findChunk(address, checks);
  if (whereabouts !== 'there') {
    return giveUp({ type: whereabouts === 'missing' ? 'missing' : 'error', address, cause }, false);
  }
  try {
    return await load();
  } catch (again) {
    return giveUp({ type: isTimeout(again) ? 'timeout' : 'error', address, cause: again }, true);
  }
}

/**
 * Returns the path of the chunk: from the message in Chrome and Firefox; Safari's lacks it, so from the source of the
 * import function.
 */
export function chunkAddress(cause: unknown, loadSource: string, base: string = import.meta.url): string {
  const named = cause instanceof Error ? /https?:\/\/\S+/.exec(cause.message)?.[0] : undefined;
  const imported = /import\(\s*["'`]([^"'`]+)/.exec(loadSource)?.[1];
  const address = named ?? imported;
  return address === undefined ? '' : new URL(address, base).pathname;
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}

/** Requests the chunk past every cache; when its address is unknown, any file. */
async function findChunk(address: string, checksLeft: number): Promise<'there' | 'missing' | 'unknown'> {
  await pause(pauseMs * (checks + 1 - checksLeft));
  const status = await statusOf(address || '/version.json');
  if (status === 200) return 'there';
  if (status === 404) return 'missing';
  return checksLeft > 1 ? findChunk(address, checksLeft - 1) : 'unknown';
}

/** Returns the status of a complete answer; undefined for an incomplete one. */
async function statusOf(address: string): Promise<number | undefined> {
  const deadline = startDeadline(checkTimeoutMs, undefined);
  try {
    const answer = await fetch(address, { cache: 'reload', signal: deadline.signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  } finally {
    deadline.clear();
  }
}

/** @param isThere - whether the server has the chunk, so that a new page of the same build would get it. */
async function giveUp(loss: LostChunk, isThere: boolean): Promise<never> {
  const build = await serverBuild();
  const isNewer = build !== undefined && build !== buildStamp().builtAt;
  const wouldHelp = build !== undefined && (isNewer || isThere) && !reloadedFor().includes(build);
  const reloads = wouldHelp && !isUnsaved() && noteReload(build);
  const error = new ChunkLoadError({ ...loss, isOutdated: wouldHelp && isNewer && !reloads });
  trackError(error);
  if (!reloads) throw error;
  location.reload();
  return new Promise<never>(() => undefined);
}

/**
 * Returns the time of the server's build; undefined if it is unreachable, because then a reload would be worse than a
 * card.
 */
async function serverBuild(): Promise<string | undefined> {
  const deadline = startDeadline(checkTimeoutMs, undefined);
  try {
    const response = await fetch('/version.json', { cache: 'no-store', signal: deadline.signal });
    const { builtAt } = (await response.json()) as { builtAt: string };
    return builtAt;
  } catch {
    return undefined;
  } finally {
    deadline.clear();
  }
}

/** Tells whether a form has input or a request that moves value has no answer. */
function isUnsaved(): boolean {
  const accountId = currentSession()?.userInfo.accountId;
  return hasUnsavedWork() || (accountId !== undefined && intents.unsettledOf(accountId).length > 0);
}

/**
 * Returns the builds for which this tab has reloaded. All are kept, because servers may alternate between two builds.
 */
function reloadedFor(): readonly string[] {
  try {
    return sessionStorage.getItem(reloadedKey)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/**
 * Records a reload for the next page; returns false if impossible. Not in `tabStore`, which falls back to memory: without
 * storage, reloads would repeat without end.
 */
function noteReload(build: string): boolean {
  try {
    sessionStorage.setItem(reloadedKey, [...reloadedFor(), build].join(' '));
  } catch {
    return false;
  }
  return reloadedFor().includes(build);
}
