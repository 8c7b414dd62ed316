import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { DB } from '#/db/schema.ts';
import { mostTries, type Outcome, rowNumberOf, type Verdict } from './webhook.rules.ts';

/** What happened, with public facts alone, because the receiver may be another company. */
export type NewEvent = {
  readonly id: string;
  readonly type: string;
  /** What it happened to; a type is recorded once for each. */
  readonly subject: string;
  readonly facts: object;
  readonly at: Date;
};

/** Inserts an event with a delivery for each endpoint that listens. Returns how many there are; without one, no event. */
export async function insertEvent(tx: Transaction<DB>, { id, type, subject, facts, at }: NewEvent): Promise<number> {
  const { rows } = await sql<{ deliveries: number }>`
    with listening as (
      select id from webhook_endpoint where switched_off_at is null and ${type} = any(events)
    ), event as (
      insert into webhook_event (id, type, subject, facts, occurred_at)
      select ${id}::uuid, ${type}, ${subject}, ${JSON.stringify(facts)}::jsonb, ${at}::timestamptz
       where exists (select from listening)
      on conflict (type, subject) do nothing returning id
    ), delivery as (
      insert into webhook_delivery (event_id, endpoint_id, due_at)
      select event.id, listening.id, ${at}::timestamptz from event, listening returning id
    )
    select count(*)::int as deliveries from delivery`.execute(tx);
  return rows[0]?.deliveries ?? 0;
}

/** Inserts the event `test` for one endpoint. Returns the id of its delivery. */
export async function insertTest(
  tx: Transaction<DB>,
  { id, endpointId, at }: { readonly id: string; readonly endpointId: number; readonly at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with event as (
      insert into webhook_event (id, type, subject, facts, occurred_at)
      values (${id}::uuid, 'test', ${id}, '{}', ${at}) returning id
    )
    insert into webhook_delivery (event_id, endpoint_id, due_at)
    select id, ${endpointId}, ${at} from event returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The delivery of a test was inserted without an id');
  return row.id;
}

const atOncePerEndpoint = 4;
const leaseSeconds = 30;

/** A delivery that this process sends now. */
export type TakenDelivery = {
  readonly id: number;
  readonly endpointId: number;
  readonly attempt: number;
  readonly tries: number;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly sealedFormerSecret: Buffer | null;
  readonly formerUntil: Date | null;
  readonly eventId: string;
  readonly type: string;
  readonly facts: unknown;
  readonly occurredAt: Date;
};

const isFree = (at: Date) => sql`(d.leased_until is null or d.leased_until <= ${at})`;

/**
 * Takes what is due, up to four deliveries at once of an endpoint, whichever process sends them. What another process has taken
 * is left to it until its lease is over.
 */
export async function takeDue(tx: Transaction<DB>, at: Date): Promise<TakenDelivery[]> {
  const { rows: endpoints } = await sql<{ id: number }>`
    select e.id from webhook_endpoint e
     where exists (select from webhook_delivery d
                    where d.endpoint_id = e.id and d.state = 'waiting' and d.due_at <= ${at} and ${isFree(at)})
     order by e.id for no key update`.execute(tx);
  if (endpoints.length === 0) return [];
  const ids = endpoints.map(({ id }) => id);
  // Its last attempt was cut off with its process.
  await sql`
    update webhook_delivery d set state = 'failed', due_at = null, leased_until = null
     where endpoint_id = any(${ids}::bigint[]) and state = 'waiting' and tries = ${mostTries}
       and ${isFree(at)}`.execute(tx);
  // A statement of its own sees the leases of a process that held the endpoint before.
  const { rows } = await sql<TakenDelivery>`
    with due as (
      select near.id from unnest(${ids}::bigint[]) as e (id)
       cross join lateral (
         select d.id from webhook_delivery d
          where d.endpoint_id = e.id and d.state = 'waiting' and d.due_at <= ${at} and ${isFree(at)}
          order by d.due_at, d.id
          limit greatest(0, ${atOncePerEndpoint} - (select count(*) from webhook_delivery busy
                                                     where busy.endpoint_id = e.id and busy.state = 'waiting'
                                                       and busy.leased_until > ${at}))
       ) as near
    ), taken as (
      update webhook_delivery d
         set leased_until = ${at}::timestamptz + make_interval(secs => ${leaseSeconds}), tries = tries + 1,
             attempts = attempts + 1
        from due where d.id = due.id
      returning d.id, d.endpoint_id, d.event_id, d.tries, d.attempts
    ), noted as (
      insert into webhook_attempt (delivery_id, number, started_at) select id, attempts, ${at} from taken
    )
    select t.id, t.endpoint_id as "endpointId", t.attempts as attempt, t.tries, e.url,
           e.sealed_secret as "sealedSecret", e.sealed_former_secret as "sealedFormerSecret",
           e.former_until as "formerUntil", v.id as "eventId", v.type, v.facts, v.occurred_at as "occurredAt"
      from taken t join webhook_endpoint e on e.id = t.endpoint_id join webhook_event v on v.id = t.event_id
     order by t.id`.execute(tx);
  return rows;
}

/** Locks an endpoint while the end of an attempt is noted. Returns since when it fails; undefined for a removed endpoint. */
export async function holdEndpoint(
  tx: Transaction<DB>,
  endpointId: number,
): Promise<{ readonly failingSince: Date | null } | undefined> {
  const { rows } = await sql<{ failingSince: Date | null }>`
    select failing_since as "failingSince" from webhook_endpoint where id = ${endpointId} for no key update`.execute(
    tx,
  );
  return rows[0];
}

type EndedAttempt = Pick<TakenDelivery, 'id' | 'endpointId' | 'attempt'> & {
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
  readonly at: Date;
};

/** Notes how an attempt ended. A change in between, such as an endpoint that was switched off, stays. */
export async function noteAttempt(tx: Transaction<DB>, ended: EndedAttempt): Promise<void> {
  const { id, endpointId, attempt, durationMs, outcome, verdict, at } = ended;
  await sql`
    update webhook_attempt set duration_ms = ${durationMs}, status = ${outcome.status}, failure = ${outcome.failure}
     where delivery_id = ${id} and number = ${attempt}`.execute(tx);
  await sql`
    update webhook_delivery set state = ${verdict.state}, due_at = ${verdict.dueAt}, leased_until = null
     where id = ${id} and attempts = ${attempt} and state = 'waiting'`.execute(tx);
  await sql`update webhook_endpoint set failing_since = ${verdict.failingSince} where id = ${endpointId}`.execute(tx);
  if (verdict.switchOff !== null) {
    await sql`
      update webhook_endpoint set switched_off_at = ${at}, switched_off_because = ${verdict.switchOff}
       where id = ${endpointId} and switched_off_at is null`.execute(tx);
    await sql`
      update webhook_delivery set state = 'failed', due_at = null, leased_until = null
       where endpoint_id = ${endpointId} and state = 'waiting'`.execute(tx);
  }
}

/** Lets a delivery that is over wait again, with all its tries. Returns what it was; undefined when there is none. */
export async function resetDelivery(
  tx: Transaction<DB>,
  { deliveryId, at }: { readonly deliveryId: string; readonly at: Date },
): Promise<{ readonly state: string; readonly isOff: boolean } | undefined> {
  const id = rowNumberOf(deliveryId);
  const { rows } = await sql<{ state: string; isOff: boolean }>`
    select d.state, e.switched_off_at is not null as "isOff"
      from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
     where d.id = ${id} and d.state <> 'waiting' for no key update of d`.execute(tx);
  const [found] = rows;
  if (found && !found.isOff) {
    await sql`
      update webhook_delivery set state = 'waiting', due_at = ${at}, tries = 0 where id = ${id}`.execute(tx);
  }
  return found;
}

/** Each event takes its deliveries with it: to 20 endpoints at most, with their attempts. */
const eventsAtOnce = 500;

/** Deletes events with their deliveries after 30 days, and secrets that sign no more. */
export async function forgetOldWebhooks(db: Kysely<DB>, { at, before }: { at: Date; before: Date }): Promise<void> {
  await sql`
    update webhook_endpoint set sealed_former_secret = null, former_until = null where former_until <= ${at}`.execute(
    db,
  );
  await deleteInBatches(db, { table: 'webhook_event', column: 'occurred_at', before }, eventsAtOnce);
}
