import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { id, instant, page, pageOf } from './primitives.ts';
import { why } from './operators.ts';

/** What a webhook tells of. `alert` is what the server itself wants an operator to look at. */
export const webhookEvents = [
  'round.opened',
  'round.frozen',
  'round.settled',
  'result.ready',
  'order.paid',
  'order.fulfilled',
  'claim.held',
  'alert',
] as const;

const everyone = ['editor', 'moderator', 'auditor'] as const;
const editors = ['editor'] as const;
const endpointOnly = z.object({ endpointId: id, why });

const webhookEndpoint = z.object({
  endpointId: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdAt: instant,
  /** Until when signatures by the secret before the last rotation are sent as well. */
  formerSecretUntil: instant.nullable(),
  /** Since when no delivery has succeeded; null after a success. */
  failingSince: instant.nullable(),
  /** Switched off: its server answered 410 (`gone`), or failed for three days (`failing`). */
  switchedOff: z.object({ at: instant, because: z.enum(['gone', 'failing']) }).nullable(),
  /** The deliveries that are still to be tried. */
  waiting: z.int().nonnegative(),
});

/** An attempt without a duration was cut off with its server process; whether it arrived is unknown. */
const attempt = z.object({
  startedAt: instant,
  durationMs: z.int().nonnegative().nullable(),
  /** The HTTP status of the answer; null without an answer. */
  status: z.int().nullable(),
  failure: z.enum(['timeout', 'notPublic', 'connection']).nullable(),
});

const delivery = z.object({
  deliveryId: z.string(),
  endpointId: z.string(),
  /** The header `webhook-id`, the same in every attempt. */
  eventId: z.string(),
  event: z.enum([...webhookEvents, 'test']),
  occurredAt: instant,
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** When the next attempt is due. */
  dueAt: instant.nullable(),
  /** From the first to the last. */
  attempts: z.array(attempt),
});

/** The calls of operators about webhooks. The specification lacks them. */
export const webhookEndpoints = {
  'GET /operator/api/v1/webhooks/list': {
    summary: 'All webhook endpoints, oldest first.',
    auth: 'operator',
    safe: true,
    roles: everyone,
    scope: 'webhooks',
    data: z.object({ endpoints: z.array(webhookEndpoint) }),
    errors: [],
  },
  'POST /operator/api/v1/webhooks/add': {
    // Answers of calls with an idempotency key are kept for repeats, and a secret is not; a repeat finds the address taken.
    summary: 'Adds a webhook endpoint. Its secret is shown this once.',
    auth: 'operator',
    roles: editors,
    scope: 'webhooks',
    body: z.object({
      url: z.url().max(500),
      events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
      why,
    }),
    data: z.object({ endpointId: z.string(), secret: z.string() }),
    errors: ['WEBHOOK_ADDRESS_REFUSED', 'WEBHOOK_EXISTS', 'WEBHOOK_LIMIT_REACHED'],
  },
  'POST /operator/api/v1/webhooks/remove': {
    summary: 'Removes a webhook endpoint with its deliveries.',
    auth: 'operator',
    roles: editors,
    scope: 'webhooks',
    idempotency: 'required',
    body: endpointOnly,
    data: z.object({ endpointId: z.string() }),
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  'POST /operator/api/v1/webhooks/rotate': {
    summary: 'Gives a webhook endpoint a new secret, shown this once. The former one signs as well for a day.',
    auth: 'operator',
    roles: editors,
    scope: 'webhooks',
    body: endpointOnly,
    data: z.object({ secret: z.string(), formerSecretUntil: instant }),
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  'POST /operator/api/v1/webhooks/enable': {
    summary: 'Switches a webhook endpoint on again. What failed in between can be sent again.',
    auth: 'operator',
    roles: editors,
    scope: 'webhooks',
    idempotency: 'required',
    body: endpointOnly,
    data: z.object({ endpointId: z.string() }),
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  'POST /operator/api/v1/webhooks/test': {
    summary: 'Sends the event `test` to a webhook endpoint.',
    auth: 'operator',
    roles: editors,
    scope: 'webhooks',
    idempotency: 'required',
    body: endpointOnly,
    data: z.object({ deliveryId: z.string() }),
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_OFF'],
  },
  'GET /operator/api/v1/webhooks/deliveries': {
    summary:
      'The deliveries of the last 30 days, newest first, with their attempts. The total counts a thousand after the ' +
      'page at most.',
    auth: 'operator',
    safe: true,
    roles: everyone,
    scope: 'webhooks',
    query: page.extend({ endpointId: id.optional(), state: delivery.shape.state.optional() }),
    data: pageOf(delivery),
    errors: [],
  },
  'POST /operator/api/v1/webhooks/resend': {
    summary: 'Sends a delivery that is over again, under the same id.',
    auth: 'operator',
    roles: editors,
    scope: 'webhooks',
    idempotency: 'required',
    body: z.object({ deliveryId: id, why }),
    data: z.object({ deliveryId: z.string() }),
    errors: ['WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_OFF'],
  },
} as const satisfies Record<Route, Endpoint>;
