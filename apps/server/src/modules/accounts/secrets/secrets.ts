import { hash, type webcrypto } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Clock } from '#/clock.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/server-keys.ts';
import { decrypt, makeKeyPair, openPrivateKey } from './key-pair.ts';
import { insertKey, insertNonce, keyById, lockMaking, newestKey, type StoredKey } from './secret-key.store.ts';
import { isHandedOut, isTimely, retiredAt, timelyUntil } from './secrets.rules.ts';

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
