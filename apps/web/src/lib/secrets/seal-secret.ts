import { refusalReason } from '#/lib/refusal-text.ts';
import { serverNowMs } from '../clock/server-clock.ts';
import { randomUuid } from '../random-uuid.ts';
import { ensurePublicKey, fetchPublicKey, type PublicKey } from './public-key.ts';

export type SealedSecret = { readonly keyId: string; readonly ciphertext: string };

/** A page on plain HTTP from another machine has no WebCrypto, and a password is never sent unencrypted. */
export class InsecureContextError extends Error {
  override readonly name = 'InsecureContextError';
}

/**
 * Encrypts a secret under the server's key: RSA-OAEP with SHA-256 over the JSON `{ value, nonce, ts }`, base64. The
 * nonce and the server's time make a recorded ciphertext worthless.
 */
export async function sealSecret(value: string, key: PublicKey): Promise<SealedSecret> {
  if (!globalThis.crypto?.subtle) throw new InsecureContextError('Secrets can be encrypted over HTTPS only.');
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const rsa = await crypto.subtle.importKey('spki', bytesOfPem(key.publicKey), algorithm, false, ['encrypt']);
  const message = new TextEncoder().encode(JSON.stringify({ value, nonce: randomUuid(), ts: serverNowMs() }));
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, rsa, message));
  return { keyId: key.keyId, ciphertext: btoa(String.fromCharCode(...ciphertext)) };
}

function bytesOfPem(pem: string): Uint8Array<ArrayBuffer> {
  const base64 = pem.replaceAll(/-----[^-]+-----|\s/g, '');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/**
 * Sends data with a secret. If the server has retired the key, fetches the new one and sends again; a second refusal is
 * the caller's.
 */
export function withSealedSecret<T>(value: string, send: (secret: SealedSecret) => Promise<T>): Promise<T> {
  return withSealedSecrets({ value }, (secrets) => send(secrets.value));
}

/** Seals several secrets, by name. */
export async function withSealedSecrets<Name extends string, T>(
  values: Readonly<Record<Name, string>>,
  send: (secrets: Readonly<Record<Name, SealedSecret>>) => Promise<T>,
): Promise<T> {
  try {
    return await send(await sealAll(values, await ensurePublicKey()));
  } catch (error) {
    if (refusalReason(error) !== 'SECRET_KEY_RETIRED') throw error;
    return send(await sealAll(values, await fetchPublicKey()));
  }
}

async function sealAll<Name extends string>(values: Readonly<Record<Name, string>>, key: PublicKey) {
  const names = Object.keys(values) as Name[];
  const sealed = await Promise.all(names.map(async (name) => [name, await sealSecret(values[name], key)] as const));
  return Object.fromEntries(sealed) as Record<Name, SealedSecret>;
}
