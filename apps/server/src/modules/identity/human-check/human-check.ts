import { hash, randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { insertUse } from './human-check.store.ts';
import type { Clock } from '#/lib/clock.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import { noAddress } from '#/lib/network-of.ts';
import type { Log } from '#/log.ts';

/** A passed check: its unique identity, so that it counts once, and when it expires. */
type HumanProof = { readonly identity: string; readonly expiresAt: Date };

type HumanCheckContext = {
  /** The action name that the page sends to the provider. */
  readonly action: string;
  /** The fan's network address. */
  readonly address: string;
};

export type HumanCheck = {
  /** Creates a challenge; absent when the provider serves its own. */
  readonly challenge?: () => Promise<HumanChallenge>;
  /** Returns the proof in a token, or nothing if the token is not valid. */
  verify(token: string, context: HumanCheckContext): Promise<HumanProof | undefined>;
};

type HumanChallenge = { readonly [name: string]: ChallengeValue };
type ChallengeValue = string | number | boolean | null | HumanChallenge;

/** Returns the proof in a token. Throws Refusal HUMAN_CHECK_FAILED. */
export async function proveHuman(check: HumanCheck, token: string, context: HumanCheckContext): Promise<HumanProof> {
  const proof = await check.verify(token, context);
  if (!proof) throw new Refusal('HUMAN_CHECK_FAILED');
  return proof;
}

/**
 * Uses a proof in the protected transaction, so that a refusal leaves it usable. Throws Refusal HUMAN_CHECK_FAILED if
 * it was used before.
 */
export async function spendProof(tx: Transaction<DB>, proof: HumanProof): Promise<void> {
  const isNew = await insertUse(tx, hash('sha256', proof.identity, 'buffer'), proof.expiresAt);
  if (!isNew) throw new Refusal('HUMAN_CHECK_FAILED');
}

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
 * Creates the built-in human check: proof of work by ALTCHA version 2. Challenges are signed instead of stored; the
 * token is base64 of the JSON `{ challenge, solution }`.
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

/**
 * The response of siteverify (developers.google.com/recaptcha/docs/verify); `action` and `score` come with version 3.
 */
const verdict = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
});
type RecaptchaVerdict = z.output<typeof verdict>;

/** Google's recommended initial value. */
const leastScore = 0.5;

/** Google's tokens live two minutes; used ones are stored longer than that. */
const rememberForMs = 10 * 60_000;

type RecaptchaParts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
  /** The host on which the page must have been solved. */
  readonly hostname: string;
  /** Google's URL; tests replace it. */
  readonly verifyUrl?: string | undefined;
  readonly timeoutMs?: number;
};

/** Creates the human check by Google reCAPTCHA. It fails closed and logs the cause when Google is unreachable. */
export function createRecaptcha({
  clock,
  log,
  secret,
  hostname,
  verifyUrl = 'https://www.google.com/recaptcha/api/siteverify',
  timeoutMs = 5_000,
}: RecaptchaParts): HumanCheck {
  async function ask(token: string, address: string): Promise<RecaptchaVerdict> {
    const body = new URLSearchParams({ secret, response: token });
    if (address !== noAddress) body.set('remoteip', address);
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`reCAPTCHA answered with status ${response.status}`);
    return verdict.parse(await response.json());
  }

  function convinces(answer: RecaptchaVerdict, context: HumanCheckContext): boolean {
    return (
      answer.success &&
      answer.hostname === hostname &&
      (answer.action === undefined || answer.action === context.action) &&
      (answer.score === undefined || answer.score >= leastScore)
    );
  }

  return {
    async verify(token, context) {
      try {
        const answer = await ask(token, context.address);
        if (convinces(answer, context)) {
          return { identity: `recaptcha ${token}`, expiresAt: new Date(clock.now().getTime() + rememberForMs) };
        }
        const { 'error-codes': errors, hostname: solvedOn, action, score } = answer;
        log.info({ errors, solvedOn, action, score }, 'a human check did not convince');
      } catch (error) {
        log.error({ err: error }, 'reCAPTCHA could not be asked');
      }
      return undefined;
    },
  };
}
