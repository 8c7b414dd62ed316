import { Webhook } from 'standardwebhooks';
import { isPublicAddress } from '#/lib/post-to-public.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Returns the number of a row whose id a caller wrote; no row has the number of anything that is no id. */
export function rowNumberOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : -1;
}

/** The pauses between the attempts of a delivery, about a day in all. */
const pausesMs = [10 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs, 12 * hourMs] as const;
/** Pauses are longer by up to this part, so that what failed together does not come back together. */
const jitter = 0.2;

/** The attempts of a delivery; a CHECK of `webhook_delivery` repeats the number. */
export const mostTries = pausesMs.length + 1;

/** An endpoint without a success for so long is switched off. */
const patienceMs = 72 * hourMs;

/** How the attempt ended: the status of an answer, or why there was none. */
export type Outcome =
  | { readonly status: number; readonly failure: null }
  | { readonly status: null; readonly failure: 'timeout' | 'notPublic' | 'connection' };

type Judged = {
  readonly outcome: Outcome;
  /** The attempts since the delivery was last asked for, with this one. */
  readonly tries: number;
  /** Since when the endpoint has had no success. */
  readonly failingSince: Date | null;
  readonly at: Date;
  /** From 0 to below 1. */
  readonly chance: number;
};

export type Verdict = {
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly dueAt: Date | null;
  readonly failingSince: Date | null;
  /** Why the endpoint is switched off now. */
  readonly switchOff: 'gone' | 'failing' | null;
};

/** Decides what follows from an attempt, for the delivery and for its endpoint. */
export function judgeAttempt({ outcome: { status }, tries, failingSince, at, chance }: Judged): Verdict {
  if (status !== null && status >= 200 && status < 300) {
    return { state: 'delivered', dueAt: null, failingSince: null, switchOff: null };
  }
  const since = failingSince ?? at;
  const isPatient = at.getTime() - since.getTime() < patienceMs;
  const switchOff = status === 410 ? 'gone' : isPatient ? null : 'failing';
  const pauseMs = switchOff === null ? pausesMs[tries - 1] : undefined;
  if (pauseMs === undefined) return { state: 'failed', dueAt: null, failingSince: since, switchOff };
  const dueAt = new Date(at.getTime() + Math.round(pauseMs * (1 + jitter * chance)));
  return { state: 'waiting', dueAt, failingSince: since, switchOff };
}

/** The one origin that an endpoint may have without TLS: of this machine, except in production. */
export function privateOriginOf(address: string, { production }: { readonly production: boolean }): string | undefined {
  const { protocol, hostname, origin } = new URL(address);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return !production && protocol === 'http:' && isLoopback ? origin : undefined;
}

/** Returns whether an address may be an endpoint. */
export function isWebhookAddress(address: string, settings: { readonly production: boolean }): boolean {
  return isPublicAddress(address, privateOriginOf(address, settings));
}

type Message = {
  readonly eventId: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly facts: unknown;
};

/** Writes the body and the headers of a POST by the Standard Webhooks, signed by each secret. */
export function messageOf(
  { eventId, type, occurredAt, facts }: Message,
  { secrets, at }: { readonly secrets: readonly string[]; readonly at: Date },
): { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> } {
  const text = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data: facts });
  const id = `evt_${eventId}`;
  return {
    body: Buffer.from(text),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Standard-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / secondMs)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, text)).join(' '),
    },
  };
}
