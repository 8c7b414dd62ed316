import { randomUUID, webcrypto } from 'node:crypto';
import type { ServerKeys } from '#/server-keys.ts';
import type { StoredKey } from './secret-key.store.ts';

type CryptoKey = webcrypto.CryptoKey;

const { subtle } = webcrypto;

/** 3072 bits leave 318 bytes for the message, so that 64 characters of any script fit in; 2048 would leave 190. */
const rsa = {
  name: 'RSA-OAEP',
  hash: 'SHA-256',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;

/** Makes an RSA-OAEP-256 key pair: the public half as PEM of its SPKI, the private half sealed. */
export async function makeKeyPair(keys: ServerKeys, createdAt: Date): Promise<StoredKey> {
  const id = randomUUID();
  const pair = await subtle.generateKey(rsa, true, ['encrypt', 'decrypt']);
  const [publicHalf, privateHalf] = await Promise.all([
    subtle.exportKey('spki', pair.publicKey),
    subtle.exportKey('pkcs8', pair.privateKey),
  ]);
  return {
    id,
    publicKey: pemOf(new Uint8Array(publicHalf)),
    sealedPrivateKey: keys.seal('secret-key', new Uint8Array(privateHalf), id),
    createdAt,
  };
}

/** The private half, ready to decrypt. Throws if the key was sealed by another server secret. */
export async function openPrivateKey(keys: ServerKeys, key: StoredKey): Promise<CryptoKey> {
  const bytes = keys.open('secret-key', key.sealedPrivateKey, key.id);
  return subtle.importKey('pkcs8', bytes, rsa, false, ['decrypt']);
}

/** Throws if the ciphertext was not made for this key, without saying in what way. */
export async function decrypt(privateKey: CryptoKey, ciphertext: Uint8Array): Promise<string> {
  return Buffer.from(await subtle.decrypt({ name: rsa.name }, privateKey, ciphertext)).toString('utf8');
}

function pemOf(spki: Uint8Array): string {
  const lines =
    Buffer.from(spki)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}
