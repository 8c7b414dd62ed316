import { hash, webcrypto, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Clock } from '#/lib/clock.ts';
import { insertKey, insertNonce, keyById, lockMaking, newestKey, type StoredKey } from './secret-key.store.ts';

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
async function openPrivateKey(keys: ServerKeys, key: StoredKey): Promise<CryptoKey> {
  const bytes = keys.open('secret-key', key.sealedPrivateKey, key.id);
  return subtle.importKey('pkcs8', bytes, rsa, false, ['decrypt']);
}

/** Throws if the ciphertext was not made for this key, without saying in what way. */
async function decrypt(privateKey: CryptoKey, ciphertext: Uint8Array): Promise<string> {
  return Buffer.from(await subtle.decrypt({ name: rsa.name }, privateKey, ciphertext)).toString('utf8');
}

function pemOf(spki: Uint8Array): string {
  const lines =
    Buffer.from(spki)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A key is handed out for a day, and answers a little longer for those who fetched it last. */
const handedOutMs = 24 * hourMs;
const graceMs = 10 * minuteMs;

/** How old a secret may be, and how far its device's clock may be ahead of ours. */
const oldestMs = 5 * minuteMs;
const aheadMs = minuteMs;

function isHandedOut(keyCreatedAt: Date, now: Date): boolean {
  return now.getTime() < keyCreatedAt.getTime() + handedOutMs;
}

/** The instant from which a key opens nothing any more. */
function retiredAt(keyCreatedAt: Date): Date {
  return new Date(keyCreatedAt.getTime() + handedOutMs + graceMs);
}

/** Keys made before this instant can be deleted. */
export function deletableBefore(now: Date): Date {
  return new Date(now.getTime() - 2 * handedOutMs);
}

function isTimely(sealedAtMs: number, now: Date): boolean {
  const ageMs = now.getTime() - sealedAtMs;
  return ageMs <= oldestMs && ageMs >= -aheadMs;
}

/** Until when a secret would be timely, and its nonce therefore has to be remembered. */
function timelyUntil(sealedAtMs: number): Date {
  return new Date(sealedAtMs + oldestMs + aheadMs);
}

/** A secret on its way, as the contract has it. */
export type SealedSecret = { readonly keyId: string; readonly ciphertext: string };

export type Secrets = {
  /** The key to encrypt under. The first caller of a day has it made. */
  publicKey(): Promise<{ publicKey: string; keyId: string }>;
  /**
   * The secret inside, once: the same ciphertext is refused from then on. Throws Refusal SECRET_KEY_RETIRED when the
   * client should fetch the new key and send again, and SECRET_UNREADABLE for every other failure alike.
   */
  open(sealed: SealedSecret): Promise<string>;
};

/** `ts` is Unix time in milliseconds. */
const message = z.object({ value: z.string(), nonce: z.string().min(16).max(128), ts: z.int() });

type OpenedKey = { readonly privateKey: webcrypto.CryptoKey; readonly retiredAt: Date };

type SecretParts = { readonly db: Kysely<DB>; readonly clock: Clock; readonly keys: ServerKeys };

/** Secrets in transit: passwords are encrypted in the browser, so that nothing between it and this process sees them. */
export function createSecrets({ db, clock, keys }: SecretParts): Secrets {
  let handedOut: StoredKey | undefined;
  const opened = new Map<string, OpenedKey>();

  /** Nothing if the key was sealed by another server secret, as it is after an operator has changed it. */
  async function openedKey(stored: StoredKey): Promise<OpenedKey | undefined> {
    const known = opened.get(stored.id);
    if (known) return known;
    const privateKey = await openPrivateKey(keys, stored).catch(() => undefined);
    if (!privateKey) return undefined;
    const key = { privateKey, retiredAt: retiredAt(stored.createdAt) };
    opened.set(stored.id, key);
    return key;
  }

  async function presentKey(from: Kysely<DB>): Promise<StoredKey | undefined> {
    const newest = await newestKey(from);
    const isPresent = newest && isHandedOut(newest.createdAt, clock.now()) && (await openedKey(newest));
    return isPresent ? newest : undefined;
  }

  async function makeUnlessMade(): Promise<StoredKey> {
    return db.transaction().execute(async (tx) => {
      await lockMaking(tx);
      const present = await presentKey(tx);
      if (present) return present;
      const made = await makeKeyPair(keys, clock.now());
      await insertKey(tx, made);
      return made;
    });
  }

  async function privateKeyOf(keyId: string): Promise<webcrypto.CryptoKey> {
    let key = opened.get(keyId);
    if (!key) {
      const stored = await keyById(db, keyId);
      key = stored && (await openedKey(stored));
    }
    if (key && clock.now() < key.retiredAt) return key.privateKey;
    opened.delete(keyId);
    throw new Refusal('SECRET_KEY_RETIRED');
  }

  return {
    async publicKey() {
      if (!handedOut || !isHandedOut(handedOut.createdAt, clock.now())) {
        handedOut = (await presentKey(db)) ?? (await makeUnlessMade());
      }
      return { publicKey: handedOut.publicKey, keyId: handedOut.id };
    },
    async open({ keyId, ciphertext }) {
      const privateKey = await privateKeyOf(keyId);
      const plain = await decrypt(privateKey, Buffer.from(ciphertext, 'base64')).catch(() => undefined);
      const inside = plain === undefined ? undefined : messageIn(plain);
      if (!inside || !isTimely(inside.ts, clock.now())) throw new Refusal('SECRET_UNREADABLE');
      const isNew = await insertNonce(db, hash('sha256', inside.nonce, 'buffer'), timelyUntil(inside.ts));
      if (!isNew) throw new Refusal('SECRET_UNREADABLE');
      return inside.value;
    },
  };
}

function messageIn(plain: string): z.output<typeof message> | undefined {
  try {
    return message.safeParse(JSON.parse(plain)).data;
  } catch {
    return undefined;
  }
}
