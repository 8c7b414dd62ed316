import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { localStore, tabStore } from '../key-value-store.ts';
import { adoptHostUser } from './adopt-host-user.ts';
import { replaceSession, beginSession, canResumeSession, currentSession, endSession } from './session.ts';

const kept = () => ['token', 'passportToken', 'userInfo'].map((key) => tabStore.get(key));

beforeEach(() => vi.stubGlobal('document', { cookie: '' }));

afterEach(() => {
  endSession('signedOut');
  vi.unstubAllGlobals();
});

describe('a fan named by the host', () => {
  const said = { token: 't', passportToken: 'p', accountId: 'fan-1', nickname: 'Mina', level: 7, clubs: [{ id: 1 }] };

  test('is kept for this tab under the three names, with all that the host knows', () => {
    adoptHostUser(said);
    const { token, passportToken, ...userInfo } = said;
    expect(kept().slice(0, 2)).toEqual([token, passportToken]);
    expect(JSON.parse(kept()[2] ?? '')).toEqual(userInfo);
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

  test('takes the place of another, whose passport goes with them', () => {
    adoptHostUser(said);
    adoptHostUser({ token: 't2', accountId: 'fan-2' });
    expect(kept()).toEqual(['t2', null, '{"accountId":"fan-2"}']);
  });

  test('leaves no trace when the host says that no fan is signed in', () => {
    adoptHostUser(said);
    adoptHostUser(null);
    expect(kept()).toEqual([null, null, null]);
    expect(currentSession()).toBeNull();
  });

  test('does not make this browser believe that it has a passport of its own', () => {
    adoptHostUser(said);
    adoptHostUser(null);
    expect(canResumeSession()).toBe(false);
  });

  test('is forgotten altogether when the session ends', () => {
    adoptHostUser(said);
    endSession('expired');
    expect(kept()).toEqual([null, null, null]);
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
      fanCode: 'K7QM2XWP',
      createdAt: '2026-11-01T00:00:00.000Z',
    },
    deletionCancelled: false,
  } as const;

  test('inside a host takes the place of the passport too', () => {
    adoptHostUser({ token: 't', passportToken: 'p', accountId: 'fan-1' });
    replaceSession(signedIn);
    expect(kept().slice(0, 2)).toEqual(['t2', 'p2']);
    expect(currentSession()?.token).toBe('t2');
    expect(localStore.get('lightstick.hasPassport')).toBeNull();
  });

  test('in a browser leaves the passport where no script reads it', () => {
    beginSession({ token: 't', userInfo: { accountId: 'fan-1' } });
    replaceSession(signedIn);
    expect(kept().slice(0, 2)).toEqual(['t2', null]);
  });
});

test('a fan who signed in here has a passport in this browser, which goes when they leave', () => {
  beginSession({ token: 't', userInfo: { accountId: 'fan-1' } });
  expect(localStore.get('lightstick.hasPassport')).toBe('1');
  expect(tabStore.get('passportToken')).toBeNull();
  endSession('signedOut');
  expect(localStore.get('lightstick.hasPassport')).toBeNull();
});
