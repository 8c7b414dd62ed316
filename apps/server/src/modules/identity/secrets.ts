import { hash, webcrypto, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { forAllCalls } from '#/lib/turns.ts';
import type { Clock } from '#/lib/clock.ts';
import { insertKey, insertNonce, keyById, lockMaking, newestKey, type StoredKey } from './secret-key.store.ts';

type CryptoKey = webcrypto.CryptoKey;

const { subtle } = webcrypto;

/** 3072 bits leave 318 bytes for the message, enough for 64 characters of any script; 2048 bits leave 190. */
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

/** Opens the private half. Throws if another server secret sealed it. */
async function openPrivateKey(keys: ServerKeys, key: StoredKey): Promise<CryptoKey> {
  const bytes = keys.open('secret-key', key.sealedPrivateKey, key.id);
  return subtle.importKey('pkcs8', bytes, rsa, false, ['decrypt']);
}

/** Throws one undifferentiated error if the ciphertext is not for this key. */
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

/** A key is published for a day, and decrypts somewhat longer for clients that fetched it last. */
const handedOutMs = 24 * hourMs;
const graceMs = 10 * minuteMs;

/** Maximum age of a secret, and maximum lead of the device's clock. */
const oldestMs = 5 * minuteMs;
const aheadMs = minuteMs;

export function isHandedOut(keyCreatedAt: Date, now: Date): boolean {
  return now.getTime() < keyCreatedAt.getTime() + handedOutMs;
}

/** Returns the instant from which a key decrypts nothing. */
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

/** Returns the end of a secret's validity, until which its nonce must be stored. */
function timelyUntil(sealedAtMs: number): Date {
  return new Date(sealedAtMs + oldestMs + aheadMs);
}

/** An encrypted secret, as the contract defines it. */
export type SealedSecret = { readonly keyId: string; readonly ciphertext: string };

export type Secrets = {
  /** Returns the current public key. The first call of a day makes it. */
  publicKey(): Promise<{ publicKey: string; keyId: string }>;
  /**
   * Decrypts a secret once. Throws Refusal SECRET_KEY_RETIRED when the client must fetch the new key, and
   * SECRET_UNREADABLE for all other failures.
   */
  open(sealed: SealedSecret): Promise<string>;
};

/** `ts` is Unix time in milliseconds. */
const message = z.object({ value: z.string(), nonce: z.string().min(16).max(128), ts: z.int() });

type OpenedKey = { readonly privateKey: webcrypto.CryptoKey; readonly retiredAt: Date };

type SecretParts = { readonly db: Kysely<DB>; readonly clock: Clock; readonly keys: ServerKeys };

/** Secrets in transit: the browser encrypts passwords, so that no proxy before this process sees them. */
export function createSecrets({ db, clock, keys }: SecretParts): Secrets {
  let handedOut: StoredKey | undefined;
  /** Shared: a key takes seconds to make, and each maker would hold a connection. */
  let making: Promise<StoredKey> | undefined;
  const opened = new Map<string, OpenedKey>();

  /** Opens the key; undefined if another server secret sealed it, as after an operator changes the secret. */
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
        making ??= forAllCalls(makeUnlessMade).finally(() => (making = undefined));
        handedOut = await making;
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
