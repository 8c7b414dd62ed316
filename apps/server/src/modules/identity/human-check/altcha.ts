import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';
import type { Clock } from '#/lib/clock.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { HumanChallenge, HumanCheck } from './human-check.ts';

/** Derivation rounds per key. With at most 300 keys, a cheap phone needs about a second. */
const roundsEach = 5_000;

const validForMs = 10 * 60_000;

/**
 * The client's token; only signed fields are trusted. The expiry is in the signed `data`, because the library compares
 * its own `expiresAt` with the machine's clock.
 */
const payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      cost: z.int(),
      data: z.object({ validUntilMs: z.int() }),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

type AltchaParts = {
  readonly clock: Clock;
  readonly keys: ServerKeys;
  /** Maximum number of keys a browser derives; the minimum is a third of it, which limits the spread of waits. */
  readonly most: number;
};

/**
 * The built-in human check: proof of work by ALTCHA version 2. Challenges are signed instead of stored; the token is
 * base64 of the JSON `{ challenge, solution }`.
 */
export function createAltcha({ clock, keys, most }: AltchaParts): Required<HumanCheck> {
  const secrets = {
    hmacSignatureSecret: keys.keyedHash('human-check', 'challenge').toString('base64'),
    hmacKeySignatureSecret: keys.keyedHash('human-check', 'solution').toString('base64'),
  };

  return {
    async challenge() {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: roundsEach,
        counter: randomInt(Math.floor(most / 3), most + 1),
        data: { validUntilMs: clock.now().getTime() + validForMs },
        deriveKey,
        ...secrets,
      });
      // The library sets omitted parameters to undefined, which JSON cannot hold.
      return JSON.parse(JSON.stringify(challenge)) as HumanChallenge;
    },

    async verify(token) {
      const sent = payload.safeParse(parsedJson(Buffer.from(token, 'base64').toString('utf8')));
      if (!sent.success) return undefined;
      const { nonce, data } = sent.data.challenge.parameters;
      const { verified } = await verifySolution({ ...sent.data, deriveKey, ...secrets });
      if (!verified || clock.now().getTime() >= data.validUntilMs) return undefined;
      // The nonce, because one solution has many token encodings.
      return { identity: `altcha ${nonce}`, expiresAt: new Date(data.validUntilMs) };
    },
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
