import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type HostBridge, HostError } from '#/lib/host/bridge.ts';
import type { HostUser } from '#/lib/host/payloads.ts';
import { releasePage } from '#/lib/session/page-account.ts';
import { adoptHostUser } from '#/lib/session/adopt-host-user.ts';
import { currentSession, endSession } from '#/lib/session/session.ts';
import { askForNewerToken } from './enter-host.ts';

const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.stubGlobal('location', { reload });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  releasePage();
  adoptHostUser({ token: 'old', accountId: 'fan-1' });
});

afterEach(() => {
  endSession('signedOut');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  reload.mockReset();
});

function hostThatSays(answer: () => Promise<HostUser | null>): HostBridge {
  return { getUserInfo: answer, has: (_method) => true } as HostBridge;
}

test('a newer token of the same fan lets them go on', async () => {
  const host = hostThatSays(async () => ({ token: 'new', accountId: 'fan-1' }));
  await expect(askForNewerToken(host)).resolves.toBe('resumed');
  expect(currentSession()?.token).toBe('new');
  expect(reload).not.toHaveBeenCalled();
});

test.each<[string, () => Promise<HostUser | null>]>([
  ['gives the same token again', async () => ({ token: 'old', accountId: 'fan-1' })],
  ['has no user signed in', async () => null],
])('a host that %s ends the session', async (_what, answer) => {
  await expect(askForNewerToken(hostThatSays(answer))).resolves.toBe('refused');
});

test.each<[string, HostError]>([
  ['is silent', new HostError('getUserInfo', 'timeout')],
  ['refuses for now', new HostError('getUserInfo', 'refused', { refusalCode: 'NO_NETWORK' })],
  ['answers unreadably', new HostError('getUserInfo', 'unreadable')],
])('a host that %s leaves the fan signed in', async (_what, error) => {
  await expect(askForNewerToken(hostThatSays(() => Promise.reject(error)))).resolves.toBe('unreachable');
  expect(currentSession()?.token).toBe('old');
});

test('a host that cannot be asked for its fan has no better token', async () => {
  const getUserInfo = vi.fn<HostBridge['getUserInfo']>();
  const has: HostBridge['has'] = (method) => method !== 'getUserInfo';
  const host = { getUserInfo, has } as Partial<HostBridge> as HostBridge;
  await expect(askForNewerToken(host)).resolves.toBe('refused');
  expect(getUserInfo).not.toHaveBeenCalled();
});

test('another fan begins on a fresh page, and nothing is repeated in their name', async () => {
  const settled = vi.fn<(resumption: unknown) => void>();
  const host = hostThatSays(async () => ({ token: 'new', accountId: 'fan-2' }));
  void askForNewerToken(host).then(settled);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(currentSession(), 'until then nothing is sent with either token').toBeNull();
  expect(settled).not.toHaveBeenCalled();
});
