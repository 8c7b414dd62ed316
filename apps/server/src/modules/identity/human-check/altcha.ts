import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';
import type { Clock } from '#/lib/clock.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { HumanChallenge, HumanCheck } from './human-check.ts';

/**
 * Rounds of each key that a browser derives until it meets the wanted one. With 300 keys at most that is about a second on
 * a cheap phone.
 */
const roundsEach = 5_000;

const validForMs = 10 * 60_000;

/**
 * What a browser sends back, of which only what the signature covers is believed. The time limit stands in the signed
 * `data`, because the library would hold its own `expiresAt` against the machine's clock instead of ours.
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
  /** Keys that a browser derives at most, and a third of it at least, so that no wait is much longer than another. */
  readonly most: number;
};

/**
 * The built-in human check: proof of work by the ALTCHA protocol, version 2. Nothing is stored for a challenge, which is
 * signed instead; the token is base64 of the JSON `{ challenge, solution }`.
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
      // Parameters that are left out are present as undefined, which JSON does not have.
      return JSON.parse(JSON.stringify(challenge)) as HumanChallenge;
    },

    async verify(token) {
      const sent = payload.safeParse(parsedJson(Buffer.from(token, 'base64').toString('utf8')));
      if (!sent.success) return undefined;
      const { nonce, data } = sent.data.challenge.parameters;
      const { verified } = await verifySolution({ ...sent.data, deriveKey, ...secrets });
      if (!verified || clock.now().getTime() >= data.validUntilMs) return undefined;
      // The nonce and not the token: the same solution can be spelt in many ways.
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
