import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The purpose of a key. No key serves two purposes, so a leaked hash or ciphertext is useless for another. */
export type KeyPurpose =
  | 'chat-author'
  | 'claim-source'
  | 'device'
  | 'digest-link'
  | 'doctor'
  | 'fan-video-link'
  | 'form-callback'
  | 'form-parameter'
  | 'human-check'
  | 'known-device'
  | 'live-network'
  | 'live-playback'
  | 'mail'
  | 'mail-code'
  | 'push-key'
  | 'secret-key'
  | 'sign-in-failure'
  | 'social-sandbox'
  | 'social-subject'
  | 'social-tokens'
  | 'social-verifier'
  | 'test-coin-address'
  | 'test-coin-network'
  | 'vote-source'
  | 'webhook-secret';

export type ServerKeys = {
  /**
   * Hashes by HMAC-SHA-256: guessable values are stored in this form, so that a copy of the database does not reveal
   * them.
   */
  keyedHash(purpose: KeyPurpose, text: string): Buffer;
  /** Encrypts with AES-256-GCM. `context` is authenticated but not stored; `open` needs it again. */
  seal(purpose: KeyPurpose, content: string | Uint8Array, context: string): Buffer;
  /** Decrypts the output of `seal`. Throws on another secret, purpose or context, and on altered data. */
  open(purpose: KeyPurpose, sealed: Uint8Array, context: string): Buffer;
};

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Derives a key per purpose from the server's secret (HKDF-SHA-256, RFC 5869). All replicas derive the same keys. */
export function createServerKeys(serverSecret: string): ServerKeys {
  const derived = new Map<KeyPurpose, Buffer>();

  function keyFor(purpose: KeyPurpose): Buffer {
    const known = derived.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', serverSecret, '', `lightstick ${purpose} v1`, keyBytes));
    derived.set(purpose, key);
    return key;
  }

  return {
    keyedHash: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest(),
    seal(purpose, content, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce).setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(purpose, sealed, context) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    },
  };
}
