import type { webhookEvents } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { enqueue, jobKind, noPayload } from '#/jobs/job.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { insertEvent } from './deliveries.store.ts';

/** What each event says: ids and public facts. A receiver asks the API for more, within the scopes of its token. */
type EventFacts = {
  'round.opened': { activityId: string; round: number; closesAt: string };
  'round.frozen': { activityId: string; round: number; frozenAt: string; closesAt: string };
  'round.settled': { activityId: string; round: number };
  'result.ready': { activityId: string; path: string };
  'order.paid': { orderId: string; goodsId: string; num: number; points: number };
  'order.fulfilled': { orderId: string };
  'claim.held': { claimId: string; taskId: string; heldFor: string; paidAt: string };
  alert: Alert;
};

/** What the server wants an operator to look at, by its kind. */
export type Alert =
  | { readonly kind: 'chainTransactionImpossible'; readonly transactionId: string; readonly reason: string }
  | { readonly kind: 'operatorTokenEnds'; readonly operator: string; readonly token: string; readonly endsAt: string }
  | { readonly kind: 'webhookSwitchedOff'; readonly endpointId: string; readonly because: 'gone' | 'failing' };

type EventType = (typeof webhookEvents)[number] & keyof EventFacts;

type Happened<Type extends EventType> = {
  readonly type: Type;
  /** What it happened to; a type is sent once for each. */
  readonly subject: string;
  readonly facts: EventFacts[Type];
  readonly at: Date;
};

export const deliverWebhooks = jobKind('deliver-webhooks', { payload: noPayload, attempts: 3 });

/** Records in the transaction of what happened that the listening endpoints are to be told; a repeat changes nothing. */
export async function recordEvent<Type extends EventType>(tx: Transaction<DB>, event: Happened<Type>): Promise<void> {
  const deliveries = await insertEvent(tx, { id: uuidV7(event.at), ...event });
  // Without a key: concurrent transactions of one key would wait for each other.
  if (deliveries > 0) await enqueue(tx, deliverWebhooks, {});
}
