import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { MyData, PersonalData } from '#/services.ts';
import { forgetFan } from './rooms.store.ts';

/** What live rooms keep of a fan. A ticket of an erased fan is refunded into the account that is left. */
export const livePersonalData: PersonalData = {
  erased: ['live_reminder', 'live_appointment'],
  kept: { live_ticket: 'A ticket explains its postings in the ledger, and takes a seat.' },
  erase: (tx, { id }) => forgetFan(tx, id),
  async copy(db, { fan, mostRows }) {
    return {
      liveTickets: await readTickets(db, fan.id, mostRows),
      liveReminders: await readReminders(db, fan.id, mostRows),
      liveAppointments: await readAppointments(db, fan.id, mostRows),
    };
  },
};

async function readTickets(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['liveTickets']> {
  const { rows } = await sql<{ entry: MyData['liveTickets']['rows'][number]; total: number }>`
    select json_build_object('roomId', room_id, 'paid', paid, 'boughtAt', ${asInstant('bought_at')},
                             'refundedAt', ${asInstant('refunded_at')}) as entry, count(*) over () as total
      from live_ticket where fan_id = ${fanId} order by id desc limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ entry }) => entry) };
}

async function readReminders(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['liveReminders']> {
  const { rows } = await sql<{ entry: MyData['liveReminders']['rows'][number]; total: number }>`
    select json_build_object('roomId', room_id, 'setAt', ${asInstant('set_at')}, 'sentAt', ${asInstant('sent_at')}) as entry,
           count(*) over () as total
      from live_reminder where fan_id = ${fanId} order by set_at desc, room_id limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ entry }) => entry) };
}

async function readAppointments(db: Kysely<DB>, fanId: number, most: number): Promise<MyData['liveAppointments']> {
  const { rows } = await sql<{ entry: MyData['liveAppointments']['rows'][number]; total: number }>`
    select json_build_object('roomId', room_id, 'role', role, 'appointedAt', ${asInstant('appointed_at')}) as entry,
           count(*) over () as total
      from live_appointment where fan_id = ${fanId} order by appointed_at desc, room_id, role limit ${most}`.execute(
    db,
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ entry }) => entry) };
}

/** An instant as the contract writes it. */
function asInstant(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
