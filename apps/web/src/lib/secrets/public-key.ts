import { call } from '../api/call.ts';
import { localStore, readJson } from '../key-value-store.ts';

export type PublicKey = { readonly publicKey: string; readonly keyId: string };

/** The specification's name of the stored key. */
const storageKey = 'PublicKey';

/**
 * Returns the server's public key: the stored one, else asked for and then stored as `PublicKey`. Throws what `call`
 * throws.
 */
export async function ensurePublicKey(): Promise<PublicKey> {
  return storedKey() ?? (await fetchPublicKey());
}

/** Asks for the key again, because the server may have retired the stored one. Throws what `call` throws. */
export async function fetchPublicKey(): Promise<PublicKey> {
  const key = await call('POST /wallet/api/v1/user/getPublicKey', { body: {} });
  localStore.set(storageKey, JSON.stringify(key));
  return key;
}

function storedKey(): PublicKey | undefined {
  const key = readJson(localStore, storageKey) as Partial<PublicKey> | undefined;
  return key?.publicKey && key.keyId ? { publicKey: key.publicKey, keyId: key.keyId } : undefined;
}
