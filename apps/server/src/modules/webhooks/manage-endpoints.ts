import { randomBytes } from 'node:crypto';
import type { Contract, RequestOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { enqueue } from '#/jobs/job.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { insertTest, resetDelivery } from './deliveries.store.ts';
import {
  deleteEndpoint,
  type HeldEndpoint,
  holdEndpointById,
  insertEndpoint,
  mostEndpoints,
  replaceSecret,
  switchOn,
} from './endpoints.store.ts';
import { deliverWebhooks } from './record-event.ts';
import { isWebhookAddress } from './webhook.rules.ts';

/** Who changes something; no operator for a command on the server's machine. */
type Change = { readonly operator: Pick<Operator, 'id'> | null; readonly why: string; readonly at: Date };
type OnEndpoint = Change & { readonly endpointId: string };
type KeySettings = Pick<Settings, 'serverSecret' | 'production'>;

const dayMs = 24 * 60 * 60_000;

/** Makes a secret as Standard Webhooks writes one, open and sealed. */
function makeSecret({ serverSecret }: KeySettings, url: string) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealedSecret: createServerKeys(serverSecret).seal('webhook-secret', secret, url) };
}

type AddRequest = RequestOf<Contract['POST /operator/api/v1/webhooks/add']>['body'];

/**
 * Adds an endpoint and returns its secret, which is not shown again.
 * @throws Refusal WEBHOOK_ADDRESS_REFUSED, WEBHOOK_EXISTS or WEBHOOK_LIMIT_REACHED
 */
export async function addEndpoint(
  tx: Transaction<DB>,
  settings: KeySettings,
  { url, events, ...change }: AddRequest & Change,
) {
  if (!isWebhookAddress(url, settings)) throw new Refusal('WEBHOOK_ADDRESS_REFUSED');
  const { secret, sealedSecret } = makeSecret(settings, url);
  const added = await insertEndpoint(tx, { url, events: [...new Set(events)], sealedSecret, at: change.at });
  if (added === 'exists') throw new Refusal('WEBHOOK_EXISTS');
  if (added === 'full') throw new Refusal('WEBHOOK_LIMIT_REACHED', { limit: mostEndpoints });
  await note(tx, 'add', { ...change, ...added, after: { url, events } });
  return { ...added, secret };
}

/** @throws Refusal WEBHOOK_NOT_FOUND */
export async function removeEndpoint(tx: Transaction<DB>, { endpointId, ...change }: OnEndpoint) {
  const { id, url, events } = await hold(tx, endpointId);
  await deleteEndpoint(tx, id);
  await note(tx, 'remove', { ...change, endpointId, before: { url, events } });
  return { endpointId };
}

/**
 * Gives an endpoint a new secret, which is not shown again; the former one signs as well for a day.
 * @throws Refusal WEBHOOK_NOT_FOUND
 */
export async function rotateSecret(tx: Transaction<DB>, settings: KeySettings, { endpointId, ...change }: OnEndpoint) {
  const { id, url } = await hold(tx, endpointId);
  const { secret, sealedSecret } = makeSecret(settings, url);
  const formerUntil = new Date(change.at.getTime() + dayMs);
  await replaceSecret(tx, { id, sealedSecret, formerUntil });
  await note(tx, 'rotate', { ...change, endpointId });
  return { secret, formerSecretUntil: formerUntil.toISOString() };
}

/** @throws Refusal WEBHOOK_NOT_FOUND */
export async function enableEndpoint(tx: Transaction<DB>, { endpointId, ...change }: OnEndpoint) {
  const { id, isOff } = await hold(tx, endpointId);
  await switchOn(tx, id);
  await note(tx, 'enable', { ...change, endpointId, before: { isOff }, after: { isOff: false } });
  return { endpointId };
}

/** @throws Refusal WEBHOOK_NOT_FOUND or WEBHOOK_OFF */
export async function testEndpoint(tx: Transaction<DB>, { endpointId, ...change }: OnEndpoint) {
  const { id, isOff } = await hold(tx, endpointId);
  if (isOff) throw new Refusal('WEBHOOK_OFF');
  const deliveryId = String(await insertTest(tx, { id: uuidV7(change.at), endpointId: id, at: change.at }));
  await enqueue(tx, deliverWebhooks, {});
  await note(tx, 'test', { ...change, endpointId, after: { deliveryId } });
  return { deliveryId };
}

/** @throws Refusal WEBHOOK_DELIVERY_NOT_FOUND or WEBHOOK_OFF */
export async function resendDelivery(
  tx: Transaction<DB>,
  { deliveryId, ...change }: Change & { readonly deliveryId: string },
) {
  const found = await resetDelivery(tx, { deliveryId, at: change.at });
  if (!found) throw new Refusal('WEBHOOK_DELIVERY_NOT_FOUND');
  if (found.isOff) throw new Refusal('WEBHOOK_OFF');
  await enqueue(tx, deliverWebhooks, {});
  const subject = `webhookDelivery:${deliveryId}`;
  await recordInAuditLog(tx, { action: 'webhooks/resend', subject, ...change, before: { state: found.state } });
  return { deliveryId };
}

async function hold(tx: Transaction<DB>, endpointId: string): Promise<HeldEndpoint> {
  const found = await holdEndpointById(tx, endpointId);
  if (!found) throw new Refusal('WEBHOOK_NOT_FOUND');
  return found;
}

type Noted = OnEndpoint & { readonly before?: unknown; readonly after?: unknown };

function note(tx: Transaction<DB>, verb: string, { endpointId, ...act }: Noted): Promise<void> {
  return recordInAuditLog(tx, { action: `webhooks/${verb}`, subject: `webhook:${endpointId}`, ...act });
}
