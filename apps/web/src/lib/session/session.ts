import type { Contract, DataOf, Envelope } from '@lightstick/contract';
import { apiBaseUrl } from '#/lib/api/api-base-url.ts';
import { commonHeaders } from '#/lib/api/common-headers.ts';
import { externalStore } from '#/lib/external-store.ts';
import { localStore, readJson, tabStore } from '#/lib/key-value-store.ts';
import { useStore } from '#/lib/use-store.ts';

type Resumed = DataOf<Contract['POST /wallet/api/v1/user/session']>;
export type UserInfo = Resumed['userInfo'];
/** The signed-in fan as known without a request: a host may provide only the id. */
export type SessionUser = Pick<UserInfo, 'accountId'> & Partial<UserInfo>;
export type Session = { readonly token: string; readonly userInfo: SessionUser };
/** Why there is no session: never signed in, signed out, or the token is no longer valid. */
type SessionEnd = 'signedOut' | 'expired';

/** Set while the HttpOnly passport cookie is likely there, so that a newcomer's first visit asks for no session. */
const passportKey = 'lightstick.hasPassport';
const resumeTimeoutMs = 10_000;

const store = externalStore<Session | null>(storedSession());
const endStore = externalStore<SessionEnd | null>(null);

/** The session stored by this tab. A host may have provided any value: only text is accepted. */
function storedSession(): Session | null {
  const token = tabStore.get('token');
  const fields = Object.entries(readJson(tabStore, 'userInfo') ?? {}).filter(([, field]) => typeof field === 'string');
  const userInfo = Object.fromEntries(fields) as SessionUser;
  return token && userInfo.accountId ? { token, userInfo } : null;
}

export function currentSession(): Session | null {
  return store.read();
}

/** The signed-in fan, or null for an anonymous visitor. */
export function useSession(): Session | null {
  return useStore(store);
}

/** The signed-in fan's id; undefined for an anonymous visitor. Part of the key of everything that is the fan's own. */
export function useAccountId(): string | undefined {
  return useSession()?.userInfo.accountId;
}

/** Why the latest session ended; null while one lives or none ever did. */
export function useSessionEnd(): SessionEnd | null {
  return useStore(endStore);
}

export function beginSession(session: Session): void {
  localStore.set(passportKey, '1');
  keepSession(session);
}

export function endSession(reason: SessionEnd): void {
  localStore.remove(passportKey);
  keepSession({}, reason);
}

let ending: Promise<unknown> | undefined;

/** Until what ends the session has succeeded or failed; undefined while nothing does. */
export function sessionEnding(): Promise<unknown> | undefined {
  return ending;
}

/** Runs what ends the session. Queries that start meanwhile wait for it, because the server would refuse them. */
export async function whileEnding<T>(end: () => Promise<T>): Promise<T> {
  const ended = end();
  ending = ended.catch(() => undefined);
  try {
    return await ended;
  } finally {
    ending = undefined;
  }
}

/** Stores the parts of a session, also for a reload of this tab, and removes missing ones. */
export function keepSession(
  { token, passportToken, userInfo }: Record<string, unknown>,
  end: SessionEnd | null = null,
): void {
  for (const [key, value] of Object.entries({ token, passportToken, userInfo: userInfo && JSON.stringify(userInfo) }))
    if (value && typeof value === 'string') tabStore.set(key, value);
    else tabStore.remove(key);
  endStore.write(end);
  store.write(storedSession());
}

/** Whether this browser probably holds a passport from an earlier visit but this tab has no token yet. */
export function canResumeSession(): boolean {
  return store.read() === null && localStore.get(passportKey) === '1';
}

/** `unreachable`: the outcome is unknown; the fan stays signed in. */
export type Resumption = 'resumed' | 'refused' | 'unreachable';

let resuming: Promise<Resumption> | undefined;
let requestSession = requestSessionByPassport;

/** Inside a host, the host provides fresh tokens instead of the passport cookie. */
export function resumeSessionsBy(request: typeof requestSession): void {
  requestSession = request;
}

/**
 * Asks for a fresh token. Calls that meet an expired token at the same time share one request.
 * `staleToken` is the one that failed: when another call has already replaced it, there is nothing left to do.
 */
export function resumeSession(staleToken?: string): Promise<Resumption> {
  const present = store.read();
  if (present && present.token !== staleToken) return Promise.resolve('resumed');
  resuming ??= requestSession().finally(() => {
    resuming = undefined;
  });
  return resuming;
}

/** Not by `call`, which itself resumes the session when a token has expired. */
function fetchSession(): Promise<Response> {
  return fetch(`${apiBaseUrl}/wallet/api/v1/user/session`, {
    method: 'POST',
    credentials: 'include',
    signal: AbortSignal.timeout(resumeTimeoutMs),
    headers: commonHeaders(),
    body: '{}',
  });
}

/**
 * Makes this browser known to an account that has another email now, which only the answer to this call does. The token stays,
 * because the passport may be another fan's who signed in in another tab.
 */
export async function makeBrowserKnown(): Promise<void> {
  if (localStore.get(passportKey) !== '1') return;
  await fetchSession().catch((error: unknown) =>
    console.warn('This browser is not known by the new email yet.', error),
  );
}

export async function requestSessionByPassport(): Promise<Resumption> {
  try {
    const response = await fetchSession();
    const envelope = (await response.json()) as Envelope<Resumed>;
    if (envelope.code === 0 && envelope.data) {
      beginSession({ token: envelope.data.token, userInfo: envelope.data.userInfo });
      return 'resumed';
    }
    if (response.status !== 401) return 'unreachable';
    localStore.remove(passportKey);
    return 'refused';
  } catch (error) {
    console.warn('The session could not be resumed.', error);
    return 'unreachable';
  }
}

/** Updates the fan of this tab's session, also for a reload. */
export function renewSessionUser(userInfo: UserInfo): void {
  const session = currentSession();
  if (session?.userInfo.accountId !== userInfo.accountId) return;
  keepSession({ token: session.token, passportToken: tabStore.get('passportToken'), userInfo });
}

type SignedIn = DataOf<Contract['POST /wallet/api/v1/user/login']>;

/**
 * Adopts the session that replaced all others. A passport from a host is replaced, too; a browser's is an HttpOnly cookie.
 */
export function replaceSession({ token, passportToken, userInfo }: SignedIn): void {
  if (tabStore.get('passportToken')) keepSession({ token, passportToken, userInfo });
  else beginSession({ token, userInfo });
}
