import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Settings } from '#/config/settings.ts';
import { type ErrorParameter, Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/config/server-keys.ts';

/** The signature headers of a request. */
export type SignedHeaders = {
  readonly id: string | undefined;
  /** Unix seconds. */
  readonly timestamp: string | undefined;
  /** One or more `v1,…`, separated by spaces. */
  readonly signature: string | undefined;
};

/** The clock difference allowed to the signer, and so the time in which a copied request could be replayed. */
const toleranceMs = 5 * 60 * 1000;

const reasons = {
  missing: {
    en_US: 'the headers webhook-id, webhook-timestamp and webhook-signature are all required',
    zh_TW: '必須附上 webhook-id、webhook-timestamp 與 webhook-signature 標頭',
  },
  stale: {
    en_US: 'webhook-timestamp must be Unix seconds within five minutes of now',
    zh_TW: 'webhook-timestamp 必須是 Unix 秒數，且與現在相差不超過五分鐘',
  },
  wrong: {
    en_US: 'webhook-signature doesn’t match this body and secret',
    zh_TW: 'webhook-signature 與此內容及金鑰不符',
  },
} as const satisfies Record<string, ErrorParameter>;

/** Signs a request by Standard Webhooks: HMAC-SHA-256 over id, time and body, as `v1,` and base64. */
export function signatureOf(
  secret: Buffer,
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * Checks that a holder of the secret signed the request in the last minutes. Call it before reading anything else.
 * @throws Refusal FORM_SIGNATURE_INVALID
 */
export function assertSigned(
  secret: Buffer,
  { headers, body, now }: { headers: SignedHeaders; body: string; now: Date },
): void {
  const { id, timestamp, signature } = headers;
  if (!id || !timestamp || !signature) throw signatureRefusal('missing');
  const signedMs = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN;
  if (!(Math.abs(now.getTime() - signedMs) <= toleranceMs)) throw signatureRefusal('stale');
  const right = Buffer.from(signatureOf(secret, { id, timestamp, body }));
  const isRight = (given: string) => {
    const bytes = Buffer.from(given);
    return bytes.length === right.length && timingSafeEqual(bytes, right);
  };
  // Several while the secret is being changed.
  if (!signature.split(' ').some(isRight)) throw signatureRefusal('wrong');
}

function signatureRefusal(reason: keyof typeof reasons): Refusal {
  return new Refusal('FORM_SIGNATURE_INVALID', { reason: reasons[reason] });
}

/**
 * Returns the secret for confirmations of form providers. Without the setting it is a key of the server, so that only
 * the demo form and operators' lists confirm.
 */
export function callbackSecret({ formCallbackSecret }: Pick<Settings, 'formCallbackSecret'>, keys: ServerKeys): Buffer {
  return formCallbackSecret ?? keys.keyedHash('form-callback', 'confirm');
}
