import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { rowNumberOf } from './webhook.rules.ts';

export type WebhookList = DataOf<Contract['GET /operator/api/v1/webhooks/list']>;
type Deliveries = DataOf<Contract['GET /operator/api/v1/webhooks/deliveries']>;

type EndpointRow = {
  readonly endpointId: string;
  readonly url: string;
  readonly events: WebhookList['endpoints'][number]['events'];
  readonly createdAt: Date;
  readonly formerUntil: Date | null;
  readonly failingSince: Date | null;
  readonly offAt: Date | null;
  readonly because: 'gone' | 'failing' | null;
  readonly waiting: number;
};

/** Returns all endpoints, oldest first, without their secrets. */
export async function readEndpoints(db: Kysely<DB>, at: Date): Promise<WebhookList> {
  const { rows } = await sql<EndpointRow>`
    select e.id::text as "endpointId", e.url, e.events, e.created_at as "createdAt",
           case when e.former_until > ${at} then e.former_until end as "formerUntil", e.failing_since as "failingSince",
           e.switched_off_at as "offAt", e.switched_off_because as because,
           (select count(*) from webhook_delivery d where d.endpoint_id = e.id and d.state = 'waiting')::int as waiting
      from webhook_endpoint e order by e.id`.execute(db);
  return {
    endpoints: rows.map(({ formerUntil, failingSince, createdAt, offAt, because, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      formerSecretUntil: formerUntil?.toISOString() ?? null,
      failingSince: failingSince?.toISOString() ?? null,
      switchedOff: offAt && because && { at: offAt.toISOString(), because },
    })),
  };
}

type DeliveryRow = {
  readonly id: number;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: Deliveries['list'][number]['event'];
  readonly occurredAt: Date;
  readonly state: Deliveries['list'][number]['state'];
  readonly dueAt: Date | null;
  readonly attempts: (Omit<Deliveries['list'][number]['attempts'][number], 'startedAt'> & {
    readonly startedAt: string;
  })[];
};

type DeliveriesQuestion = PageRequest & {
  readonly endpointId?: string | undefined;
  readonly state?: DeliveryRow['state'] | undefined;
};

/** How far after a page its total counts. */
const countedAfterPage = 1000;

/** Returns a page of deliveries, newest first. */
export async function readDeliveries(
  db: Kysely<DB>,
  { endpointId, state, ...asked }: DeliveriesQuestion,
): Promise<Deliveries> {
  const ofEndpoint = endpointId === undefined ? sql`true` : sql`d.endpoint_id = ${rowNumberOf(endpointId)}`;
  const wished = state === undefined ? ofEndpoint : sql`${ofEndpoint} and d.state = ${state}`;
  const mostCounted = asked.pageNum * asked.pageSize + countedAfterPage;
  const page = await readPage<DeliveryRow>(db, asked, {
    rows: sql<DeliveryRow>`
      select d.id, d.endpoint_id::text as "endpointId", 'evt_' || d.event_id as "eventId", v.type as event,
             v.occurred_at as "occurredAt", d.state, d.due_at as "dueAt",
             coalesce((select jsonb_agg(jsonb_build_object('startedAt', a.started_at, 'durationMs', a.duration_ms,
                                                           'status', a.status, 'failure', a.failure) order by a.number)
                         from webhook_attempt a where a.delivery_id = d.id), '[]') as attempts
        from webhook_delivery d join webhook_event v on v.id = d.event_id
       where ${wished} order by d.id desc`,
    total: sql<{ total: number }>`
      select count(*)::int as total
        from (select from webhook_delivery d where ${wished} limit ${mostCounted}) as counted`,
  });
  const list = page.list.map(({ id, occurredAt, dueAt, attempts, ...row }) => ({
    deliveryId: String(id),
    ...row,
    occurredAt: occurredAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    attempts: attempts.map(({ startedAt, ...attempt }) => ({
      startedAt: new Date(startedAt).toISOString(),
      ...attempt,
    })),
  }));
  return { ...page, list };
}

/** What the metrics tell of webhooks. */
type WebhookCounts = { readonly waiting: number; readonly givenUp: number; readonly switchedOff: number };

export async function countWebhooks(pool: Pool): Promise<WebhookCounts> {
  const { rows } = await pool.query<WebhookCounts>(
    `SELECT (SELECT count(*) FROM webhook_delivery WHERE state = 'waiting')::integer AS waiting,
            (SELECT count(*) FROM webhook_event v JOIN webhook_delivery d ON d.event_id = v.id
              WHERE d.state = 'failed' AND v.occurred_at >= now() - interval '2 days')::integer AS "givenUp",
            (SELECT count(*) FROM webhook_endpoint WHERE switched_off_at IS NOT NULL)::integer AS "switchedOff"`,
  );
  return rows[0] ?? { waiting: 0, givenUp: 0, switchedOff: 0 };
}
