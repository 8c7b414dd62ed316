import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { localStore, tabStore } from '../key-value-store.ts';
import { adoptHostUser } from './adopt-host-user.ts';
import { pageAccountId, releasePage } from './page-account.ts';
import {
  replaceSession,
  beginSession,
  canResumeSession,
  currentSession,
  endSession,
  passportKey,
  requestSessionByPassport,
  resumeSession,
} from './session.ts';

const readStored = () => ['token', 'passportToken', 'userInfo'].map((key) => tabStore.get(key));

const reload = vi.fn<() => void>();

beforeEach(() => {
  releasePage();
  vi.stubGlobal('document', { cookie: '', querySelector: () => ({ content: '{}' }) });
  vi.stubGlobal('location', { reload });
});

afterEach(() => {
  endSession('signedOut');
  localStore.remove(passportKey);
  vi.unstubAllGlobals();
  reload.mockReset();
});

describe('a fan named by the host', () => {
  const said = { token: 't', passportToken: 'p', accountId: 'fan-1', nickname: 'Mina', level: 7, clubs: [{ id: 1 }] };

  test('is kept for this tab under the three names, with all that the host knows', () => {
    adoptHostUser(said);
    const { token, passportToken, ...userInfo } = said;
    expect(readStored().slice(0, 2)).toEqual([token, passportToken]);
    expect(JSON.parse(readStored()[2] ?? '')).toEqual(userInfo);
    expect(currentSession()).toEqual({ token: 't', userInfo: { accountId: 'fan-1', nickname: 'Mina' } });
  });

  test('is shown only what is text', () => {
    adoptHostUser({ ...said, nickname: { first: 'Mina' }, avatarUrl: 5, fanCode: null });
    expect(currentSession()?.userInfo).toEqual({ accountId: 'fan-1' });
  });

  test('with a passport that is no text has none', () => {
    adoptHostUser({ ...said, passportToken: { secret: 1 } });
    expect(tabStore.get('passportToken')).toBeNull();
  });

  test('takes the place of another on a fresh page, and the passport of the other goes', async () => {
    adoptHostUser(said);
    adoptHostUser({ token: 't2', accountId: 'fan-2' });
    expect(readStored()).toEqual(['t2', null, '{"accountId":"fan-2"}']);
    expect(currentSession(), 'nothing of this page may be sent with the token of the other').toBeNull();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test('leaves no trace when the host says that no fan is signed in', () => {
    adoptHostUser(said);
    adoptHostUser(null);
    expect(readStored()).toEqual([null, null, null]);
    expect(currentSession()).toBeNull();
  });

  test('does not make this browser believe that it has its own passport', () => {
    adoptHostUser(said);
    adoptHostUser(null);
    expect(canResumeSession()).toBe(false);
  });

  test('is completely forgotten when the session ends', () => {
    adoptHostUser(said);
    endSession('expired');
    expect(readStored()).toEqual([null, null, null]);
    expect(currentSession()).toBeNull();
  });
});

describe('a session that the server has replaced', () => {
  const signedIn = {
    token: 't2',
    passportToken: 'p2',
    userInfo: {
      accountId: 'fan-1',
      accountKind: 'web2',
      email: 'mina@example.com',
      walletAddress: null,
      hasPassword: true,
      nickname: 'Mina',
      avatarUrl: '/art/1.svg',
      bio: '',
      languageType: 'en_US',
      remindByMail: true,
      showsLevel: false,
      showsSupport: false,
      fanCode: 'K7QM2XWP',
      createdAt: '2026-11-01T00:00:00.000Z',
    },
    deletionCancelled: false,
  } as const;

  test('inside a host takes the place of the passport too', () => {
    adoptHostUser({ token: 't', passportToken: 'p', accountId: 'fan-1' });
    replaceSession(signedIn);
    expect(readStored().slice(0, 2)).toEqual(['t2', 'p2']);
    expect(currentSession()?.token).toBe('t2');
    expect(localStore.get(passportKey)).toBeNull();
  });

  test('in a browser leaves the passport where no script reads it', () => {
    beginSession({ token: 't', userInfo: { accountId: 'fan-1' } });
    replaceSession(signedIn);
    expect(readStored().slice(0, 2)).toEqual(['t2', null]);
  });
});

test('a fan who signed in here has a passport in this browser, which goes when they leave', () => {
  beginSession({ token: 't', userInfo: { accountId: 'fan-1' } });
  expect(localStore.get(passportKey)).toBe('fan-1');
  expect(tabStore.get('passportToken')).toBeNull();
  endSession('signedOut');
  expect(localStore.get(passportKey)).toBeNull();
});

describe('a page', () => {
  const answer = (status: number, accountId?: string) =>
    vi.fn<typeof fetch>(async () =>
      Response.json(
        { code: status === 200 ? 0 : 1, data: accountId ? { token: 't2', userInfo: { accountId } } : null },
        { status },
      ),
    );

  beforeEach(() => beginSession({ token: 't', userInfo: { accountId: 'fan-1' } }));

  test('belongs to the first fan who signs in on it, also after they have signed out', async () => {
    endSession('signedOut');
    beginSession({ token: 't2', userInfo: { accountId: 'fan-2' } });
    expect([pageAccountId(), currentSession(), tabStore.get('token')]).toEqual(['fan-1', null, 't2']);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test('names its account when it asks for a fresh token', async () => {
    const asked = answer(200, 'fan-1');
    vi.stubGlobal('fetch', asked);
    await expect(resumeSession('t')).resolves.toBe('resumed');
    expect(asked.mock.lastCall?.[1]?.headers).toMatchObject({ 'X-Account-Id': 'fan-1' });
    expect(currentSession()?.token).toBe('t2');
  });

  test('has no session once the passport is another fan’s, who stays signed in', async () => {
    localStore.set(passportKey, 'fan-2');
    vi.stubGlobal('fetch', answer(412));
    await expect(requestSessionByPassport()).resolves.toBe('refused');
    expect([currentSession(), readStored()]).toEqual([null, [null, null, null]]);
    endSession('expired');
    expect(localStore.get(passportKey)).toBe('fan-2');
  });

  test('takes no token that was on its way while another fan signed in or its own signed out', async () => {
    for (const now of ['fan-2', null]) {
      beginSession({ token: 't', userInfo: { accountId: 'fan-1' } });
      const late = answer(200, 'fan-1');
      vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => {
        if (now) localStore.set(passportKey, now);
        else localStore.remove(passportKey);
        return late(...asked);
      });
      await expect(requestSessionByPassport()).resolves.toBe('refused');
      expect([currentSession(), localStore.get(passportKey)]).toEqual([null, now]);
    }
  });

  test('takes up a tab’s session after a reload, unless another fan has signed in since', async () => {
    for (const [browser, accountId] of [
      ['fan-1', 'fan-1'],
      ['1', 'fan-1'],
      ['fan-2', undefined],
    ] as const) {
      vi.resetModules();
      const { tabStore: reloaded, localStore: shared } = await import('../key-value-store.ts');
      for (const [key, value] of Object.entries({ token: 't', userInfo: '{"accountId":"fan-1"}' }))
        reloaded.set(key, value);
      shared.set(passportKey, browser);
      const page = await import('./session.ts');
      expect(page.currentSession()?.userInfo.accountId).toBe(accountId);
      expect(page.canResumeSession()).toBe(accountId === undefined);
    }
  });
});
