import { type Kysely, sql, type Transaction } from 'kysely';
import { poolKinds } from '#/db/pool-kinds.ts';
import type { DB } from '#/db/schema.ts';
import type { Activity } from '#/modules/elections/index.ts';
import { poolRows } from '#/modules/points/index.ts';

/** Returns the ledger sink of the tickets that cheer for an idol in an activity. */
export function cheersPool(activityId: string, idolId: string): string {
  return `cheers ${activityId}/${idolId}`;
}

export async function readIdolCheers(
  db: Kysely<DB>,
  { activity, idolId }: { activity: Activity; idolId: string },
): Promise<number> {
  const { rows } = await sql<{ cheers: number }>`
    select coalesce(sum(s.credits - s.debits), 0)::bigint as cheers
      from ${poolRows} p
      join ledger.pool_shard s on s.pool = p.id
     where p.asset = ${activity.ticketAsset} and p.kind = ${poolKinds.sink}
       and p.name = ${cheersPool(activity.id, idolId)}`.execute(db);
  return rows[0]?.cheers ?? 0;
}

type CountedCheer = {
  readonly fanId: number;
  readonly activityId: string;
  readonly idolId: string;
  readonly tickets: number;
};

/** Adds to a fan's cheers in an activity and returns the sum. */
export async function addFanCheers(tx: Transaction<DB>, { activityId, fanId, tickets }: CountedCheer): Promise<number> {
  const { tickets: sum } = await tx
    .insertInto('fan_cheers')
    .values({ activity_id: activityId, fan_id: fanId, tickets })
    .onConflict((conflict) =>
      conflict.columns(['activity_id', 'fan_id']).doUpdateSet((rows) => ({
        tickets: rows('fan_cheers.tickets', '+', tickets),
      })),
    )
    .returning('tickets')
    .executeTakeFirstOrThrow();
  return sum;
}

/** Takes a fan out of the call rank. */
export async function deleteFanCheers(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.deleteFrom('fan_cheers').where('fan_id', '=', fanId).execute();
}

export async function insertCheer(
  tx: Transaction<DB>,
  cheer: CountedCheer & { readonly key: string; readonly transferId: string; readonly cheeredAt: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('cheer')
    .values({
      fan_id: cheer.fanId,
      activity_id: cheer.activityId,
      idol_id: cheer.idolId,
      tickets: cheer.tickets,
      key: cheer.key,
      transfer: Number(cheer.transferId),
      cheered_at: cheer.cheeredAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}
