import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from '#/lib/connection.ts';
import { localStore } from '#/lib/key-value-store.ts';
import { dismissToast, toasts } from '#/ui/toast/toast-store.ts';
import { warmPublicKey } from './warm-public-key.ts';

const key = { publicKey: '-----BEGIN PUBLIC KEY-----', keyId: 'key-1' };
let answers: Response[];
let asked: string[];

function clearToasts(): void {
  for (const { id } of toasts.read()) dismissToast(id);
}

beforeEach(() => {
  clearToasts();
  asked = [];
  vi.stubGlobal('document', { cookie: '', querySelector: () => ({ content: '{"commitId":"abc1234"}' }) });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://localhost').pathname);
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
});

afterEach(() => {
  clearToasts();
  localStore.remove('PublicKey');
  connection.write('online');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the key is asked for at the first start and stored; a later start asks nothing', async () => {
  answers = [Response.json({ code: 0, message: 'ok', data: key })];
  await warmPublicKey();
  expect(JSON.parse(localStore.get('PublicKey') ?? '')).toEqual(key);
  await warmPublicKey();
  expect(asked).toEqual(['/wallet/api/v1/user/getPublicKey']);
});

test('the message of a nonzero code is shown as a notice, and the next start asks again', async () => {
  answers = [Response.json({ code: 9000, message: 'Back at noon.', data: null })];
  await warmPublicKey();
  expect(toasts.read()).toMatchObject([{ kind: 'notice', title: 'Back at noon.' }]);
  expect(localStore.get('PublicKey')).toBeNull();
  answers = [Response.json({ code: 0, message: 'ok', data: key })];
  await warmPublicKey();
  expect(localStore.get('PublicKey')).toContain('key-1');
});

test('a network failure is only logged, because the key is asked for again when it is needed', async () => {
  answers = [];
  const log = vi.spyOn(console, 'warn').mockReturnValue();
  await warmPublicKey();
  expect(log).toHaveBeenCalledOnce();
  expect(toasts.read()).toHaveLength(0);
  expect(localStore.get('PublicKey')).toBeNull();
});
