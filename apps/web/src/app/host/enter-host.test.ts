import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage } from '#/lib/environment.ts';
import type { HostBridge } from '#/lib/host/bridge.ts';
import type { HostUser, HostEnvironment } from '#/lib/host/payloads.ts';
import { currentSession, endSession, requestSessionByPassport, resumeSessionsBy } from '#/lib/session/session.ts';
import { enterHost } from './enter-host.ts';

const mina: HostUser = { token: 'cookie', accountId: 'fan-1' };
const lumi: HostUser = { token: 'answer', accountId: 'fan-2' };

let queryClient: QueryClient;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
  // Test files share the app's memory.
  chooseLanguage('en_US');
  queryClient = new QueryClient();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  chooseLanguage('en_US');
  endSession('signedOut');
  resumeSessionsBy(requestSessionByPassport);
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function cookies(environment: unknown, user: unknown): void {
  vi.stubGlobal('lightstickBoot', { cookies: { environment, user } });
}

function hostThatSays(user: HostUser | null | Error, environment: HostEnvironment = {}) {
  const host = {
    has: () => true,
    getUserInfo: vi.fn<HostBridge['getUserInfo']>(async () => {
      if (user instanceof Error) throw user;
      return user;
    }),
    getEnvInfo: vi.fn<HostBridge['getEnvInfo']>(async () => environment),
    noteEnvironment: vi.fn<HostBridge['noteEnvironment']>(),
    onCommand: vi.fn<HostBridge['onCommand']>(),
    hideHeaderBar: vi.fn<HostBridge['hideHeaderBar']>(async () => undefined),
  };
  return host as typeof host & HostBridge;
}

const enter = (host: HostBridge, texts: Promise<void> = Promise.resolve()) =>
  enterHost({ queryClient, texts, hidesHeader: false }, host);

test('cookies that say everything are enough, and the host is asked for nothing', async () => {
  cookies({ theme: 'dark', capabilities: ['goBack'] }, mina);
  const host = hostThatSays(lumi);
  await enter(host);
  expect(currentSession()?.token).toBe('cookie');
  expect(host.getUserInfo).not.toHaveBeenCalled();
  expect(host.noteEnvironment).toHaveBeenCalledWith(expect.objectContaining({ capabilities: ['goBack'] }));
});

test('a cookie without a user is an answer, and the host is not asked', async () => {
  cookies({ theme: 'dark' }, null);
  const host = hostThatSays(lumi);
  await enter(host);
  expect(currentSession()).toBeNull();
  expect(host.getUserInfo).not.toHaveBeenCalled();
});

test.each([[1], ['x'], [true], [[mina]], [undefined]])(
  'a user cookie of %j says nothing: the host is asked',
  async (said) => {
    cookies({ theme: 'dark' }, said);
    await enter(hostThatSays(lumi));
    expect(currentSession()?.token).toBe('answer');
  },
);

test('a fan who is known by the cookie stays known when the host does not answer', async () => {
  cookies('dark', mina);
  await enter(hostThatSays(new Error('timeout')));
  expect(currentSession()?.token).toBe('cookie');
});

test('a host that never says who the fan is leaves them anonymous', async () => {
  cookies(undefined, 1);
  await enter(hostThatSays(new Error('timeout')));
  expect(currentSession()).toBeNull();
});

test('texts in the previous language are abandoned when the host speaks another', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  const aborted = vi.fn<() => void>();
  void queryClient.prefetchQuery({
    queryKey: ['idols'],
    queryFn: ({ signal }) => new Promise(() => signal.addEventListener('abort', aborted)),
  });
  await enter(hostThatSays(null, { languageType: 'zh_TW' }));
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
});

test('without texts no command is run, and the console says why', async () => {
  cookies({ theme: 'dark' }, null);
  const host = hostThatSays(null);
  const failure = new Error('The en_US texts answered 503.');
  await enter(host, Promise.reject(failure));
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.any(String), failure));
  expect(host.onCommand).not.toHaveBeenCalled();
});
