import { generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { localStore } from '../key-value-store.ts';
import { type SealedSecret, sealSecret, withSealedSecret, withSealedSecrets } from './seal-secret.ts';

/** A server's key pair, and the server's reader of sealed secrets. */
function serverKey(keyId: string) {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const open = (secret: SealedSecret) => {
    const ciphertext = Buffer.from(secret.ciphertext, 'base64');
    const text = privateDecrypt({ key: pair.privateKey, oaepHash: 'sha256' }, ciphertext).toString('utf8');
    return JSON.parse(text) as { value: string; nonce: string; ts: number };
  };
  return { publicKey: pair.publicKey, keyId, open };
}

const retired = serverKey('key-1');
const current = serverKey('key-2');

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '', querySelector: () => ({ content: '{"commitId":"abc1234"}' }) });
  vi.stubGlobal('fetch', async () => {
    const { publicKey, keyId } = current;
    return Response.json({ code: 0, message: 'ok', data: { publicKey, keyId } });
  });
});

afterEach(() => {
  localStore.remove('PublicKey');
  vi.unstubAllGlobals();
});

test('only the server reads a secret, which carries the time and its own nonce', async () => {
  const [one, other] = await Promise.all([sealSecret('光棒-9pm', current), sealSecret('光棒-9pm', current)]);
  expect(one.keyId).toBe('key-2');
  expect(one.ciphertext).not.toBe(other.ciphertext);
  const opened = current.open(one);
  expect(opened.value).toBe('光棒-9pm');
  expect(opened.nonce).not.toBe(current.open(other).nonce);
  expect(Math.abs(opened.ts - Date.now())).toBeLessThan(60_000);
});

test('a retired key is replaced and the secret is sent again', async () => {
  localStore.set('PublicKey', JSON.stringify({ publicKey: retired.publicKey, keyId: retired.keyId }));
  const refusal = new ApiError({ code: 1009, message: 'gone', status: 200, requestId: null, path: '/login' });
  const seen: string[] = [];
  const answer = await withSealedSecret('Mina-glows-9pm', async (secret) => {
    seen.push(secret.keyId);
    if (secret.keyId === retired.keyId) throw refusal;
    return current.open(secret).value;
  });
  expect(seen).toEqual(['key-1', 'key-2']);
  expect(answer).toBe('Mina-glows-9pm');
  expect(localStore.get('PublicKey')).toContain('key-2');
});

test('several secrets travel together, each under its name', async () => {
  const opened = await withSealedSecrets({ old: 'Mina-glows-9pm', fresh: 'Suki-sings-8pm' }, async (secrets) => ({
    old: current.open(secrets.old).value,
    fresh: current.open(secrets.fresh).value,
  }));
  expect(opened).toEqual({ old: 'Mina-glows-9pm', fresh: 'Suki-sings-8pm' });
});

test('any other refusal is the caller’s', async () => {
  const refusal = new ApiError({ code: 1002, message: 'wrong', status: 200, requestId: null, path: '/login' });
  await expect(withSealedSecret('x', () => Promise.reject(refusal))).rejects.toBe(refusal);
});
