import type { Contract, DataOf, Envelope } from '@lightstick/contract';
import { apiBaseUrl } from '#/lib/api/api-address.ts';
import { commonHeaders } from '#/lib/api/common-headers.ts';
import { externalStore, useStore } from '#/lib/external-store.ts';
import { localStore, readJson, tabStore } from '#/lib/key-value-store.ts';
import { claimPage, pageAccountId } from './page-account.ts';

type ResumedSession = DataOf<Contract['POST /wallet/api/v1/user/session']>;
export type UserInfo = ResumedSession['userInfo'];
/** The signed-in fan as known without a request: a host may provide only the id. */
export type SessionUser = Pick<UserInfo, 'accountId'> & Partial<UserInfo>;
export type Session = { readonly token: string; readonly userInfo: SessionUser };
/** The reason why there is no session: never signed in, signed out, or the token is no longer valid. */
type SessionEnd = 'signedOut' | 'expired';

/**
 * The account that this browser is signed in to, for all its tabs. Set while the HttpOnly passport cookie is likely there,
 * so that a newcomer's first visit asks for no session. An earlier build has set `1`.
 */
export const passportKey = 'lightstick.hasPassport';
export const nicknameKey = 'lightstick.nickname';
const resumeTimeoutMs = 10_000;

const store = externalStore<Session | null>(firstSession());
/** Set when the page's account is no longer the browser's: the page shows and sends nothing more. */
const endOfPage = externalStore<'left' | 'reloading' | null>(null);
const endStore = externalStore<SessionEnd | null>(null);

/** Returns the session stored by this tab. A host may have provided any value: only text is accepted. */
function storedSession(): Session | null {
  const token = tabStore.get('token');
  const fields = Object.entries(readJson(tabStore, 'userInfo') ?? {}).filter(([, field]) => typeof field === 'string');
  const userInfo = Object.fromEntries(fields) as SessionUser;
  return token && userInfo.accountId ? { token, userInfo } : null;
}

/** Returns the tab's session from before a reload, unless another tab has signed in as another fan since. */
function firstSession(): Session | null {
  const session = storedSession();
  const accountId = session?.userInfo.accountId ?? '';
  const isCurrent = [null, '1', accountId].includes(localStore.get(passportKey));
  return isCurrent && accountId && claimPage(accountId) ? session : null;
}

export function currentSession(): Session | null {
  return store.read();
}

/** Returns the signed-in fan, or null for an anonymous visitor. */
export function useSession(): Session | null {
  return useStore(store);
}

/**
 * Returns the signed-in fan's id; undefined for an anonymous visitor. Part of the key of everything that is the fan's
 * own.
 */
export function useAccountId(): string | undefined {
  return useSession()?.userInfo.accountId;
}

/** Returns why the latest session ended; null while one lives or none ever did. */
export function useSessionEnd(): SessionEnd | null {
  return useStore(endStore);
}

/** Returns `left` when another tab has changed the browser's account, `reloading` when this one has; null before. */
export function useEndOfPage(): 'left' | 'reloading' | null {
  return useStore(endOfPage);
}

export function beginSession(session: Session): void {
  const { accountId, nickname = '' } = session.userInfo;
  localStore.set(nicknameKey, nickname);
  localStore.set(passportKey, accountId);
  keepSession(session);
}

export function endSession(reason: SessionEnd): void {
  if (isBrowsersFan()) localStore.remove(passportKey);
  keepSession({}, reason);
}

/** Tells whether the browser's passport is that of the page's fan: another tab may have signed in as another one. */
function isBrowsersFan(): boolean {
  return ['1', pageAccountId()].includes(localStore.get(passportKey) ?? '');
}

/** Takes the page from its fan, because this browser is signed in otherwise now. A page that is no fan's goes on. */
export function leavePage(): void {
  if (pageAccountId() === undefined) return;
  keepSession({});
  endOfPage.write('left');
}

let ending: Promise<unknown> | undefined;

/** Returns what ends the session until that has succeeded or failed; undefined while nothing does. */
export function sessionEnding(): Promise<unknown> | undefined {
  return ending;
}

/** Ends the session by `end`. Queries that start meanwhile wait for it, because the server would refuse them. */
export async function whileEnding<T>(end: () => Promise<T>): Promise<T> {
  const ended = end();
  ending = ended.catch(() => undefined);
  try {
    return await ended;
  } finally {
    ending = undefined;
  }
}

/**
 * Stores the parts of a session, also for a reload of this tab, and removes missing ones. Another account than the
 * page's begins with a fresh page, because requests of the first one must not use its token.
 */
export function keepSession(
  { token, passportToken, userInfo }: Record<string, unknown>,
  end: SessionEnd | null = null,
): void {
  for (const [key, value] of Object.entries({ token, passportToken, userInfo: userInfo && JSON.stringify(userInfo) }))
    if (value && typeof value === 'string') tabStore.set(key, value);
    else tabStore.remove(key);
  endStore.write(end);
  const session = storedSession();
  if (!session || claimPage(session.userInfo.accountId)) store.write(session);
  else {
    store.write(null);
    endOfPage.write('reloading');
    // Later, so that signing in has led to its next screen.
    setTimeout(() => location.reload());
  }
}

/** Tells whether this browser probably holds a passport from an earlier visit but this tab has no token yet. */
export function canResumeSession(): boolean {
  return store.read() === null && localStore.get(passportKey) !== null;
}

/** `unreachable`: the outcome is unknown; the fan stays signed in. */
export type Resumption = 'resumed' | 'refused' | 'unreachable';

let resuming: Promise<Resumption> | undefined;
let requestSession = requestSessionByPassport;

/** Takes fresh tokens from the host instead of the passport cookie. */
export function resumeSessionsBy(request: typeof requestSession): void {
  requestSession = request;
}

/**
 * Asks for a fresh token of the page's account. Calls that meet an expired token at the same time share one request.
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

/** Avoids `call`, which itself resumes the session when a token has expired. */
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
  if (!isBrowsersFan()) return;
  // A body that is not read keeps its connection.
  await fetchSession()
    .then((response) => response.text())
    .catch((error: unknown) => console.warn('This browser is not known by the new email yet.', error));
}

export async function requestSessionByPassport(): Promise<Resumption> {
  const before = localStore.get(passportKey);
  try {
    const response = await fetchSession();
    const { data } = (await response.json()) as Envelope<ResumedSession>;
    const named = localStore.get(passportKey);
    // Another tab has signed in or out meanwhile, or the server says that the passport is another fan's.
    if ((named !== before && named !== data?.userInfo.accountId) || response.status === 412) leavePage();
    else if (data) {
      beginSession({ token: data.token, userInfo: data.userInfo });
      return 'resumed';
    } else if (response.status === 401) localStore.remove(passportKey);
    else return 'unreachable';
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
  if (localStore.get(passportKey) === userInfo.accountId) localStore.set(nicknameKey, userInfo.nickname);
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
