import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** The most endpoints; a CHECK of `webhook_endpoint` repeats it. */
export const mostEndpoints = 20;

type NewEndpoint = {
  readonly url: string;
  readonly events: readonly string[];
  readonly sealedSecret: Buffer;
  readonly at: Date;
};

/** Inserts an endpoint. Returns its id, or why there is none. */
export async function insertEndpoint(
  tx: Transaction<DB>,
  { url, events, sealedSecret, at }: NewEndpoint,
): Promise<{ readonly endpointId: string } | 'exists' | 'full'> {
  // One at a time, so that two do not take the same place.
  await sql`lock table webhook_endpoint in share row exclusive mode`.execute(tx);
  const { rows: known } = await sql`select from webhook_endpoint where url = ${url}`.execute(tx);
  if (known.length > 0) return 'exists';
  const { rows } = await sql<{ endpointId: string }>`
    insert into webhook_endpoint (place, url, events, sealed_secret, created_at)
    select min(place), ${url}, ${events}::text[], ${sealedSecret}, ${at}
      from generate_series(1, ${mostEndpoints}) as place
     where place not in (select e.place from webhook_endpoint e)
    having min(place) is not null
    returning id::text as "endpointId"`.execute(tx);
  return rows[0] ?? 'full';
}

export type HeldEndpoint = {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly isOff: boolean;
};

/** Locks an endpoint; undefined without one. */
export async function holdEndpointById(tx: Transaction<DB>, endpointId: string): Promise<HeldEndpoint | undefined> {
  const { rows } = await sql<HeldEndpoint>`
    select id, url, events, switched_off_at is not null as "isOff"
      from webhook_endpoint where id::text = ${endpointId} for no key update`.execute(tx);
  return rows[0];
}

/** Deletes an endpoint with its deliveries. */
export async function deleteEndpoint(tx: Transaction<DB>, id: number): Promise<void> {
  await sql`delete from webhook_endpoint where id = ${id}`.execute(tx);
}

/** Stores a new secret; the former one signs as well until a time. */
export async function replaceSecret(
  tx: Transaction<DB>,
  { id, sealedSecret, formerUntil }: { readonly id: number; readonly sealedSecret: Buffer; readonly formerUntil: Date },
): Promise<void> {
  await sql`
    update webhook_endpoint
       set sealed_former_secret = sealed_secret, former_until = ${formerUntil}, sealed_secret = ${sealedSecret}
     where id = ${id}`.execute(tx);
}

/** Switches an endpoint on, as if it had never failed. */
export async function switchOn(tx: Transaction<DB>, id: number): Promise<void> {
  await sql`
    update webhook_endpoint set switched_off_at = null, switched_off_because = null, failing_since = null
     where id = ${id}`.execute(tx);
}
