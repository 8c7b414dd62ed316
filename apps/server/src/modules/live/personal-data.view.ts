import { type Kysely, sql } from 'kysely';
import { asInstant } from '#/db/as-instant.ts';
import type { DB } from '#/db/schema.ts';
import type { MyData, PersonalData } from '#/services.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { forgetFan } from './rooms.store.ts';
import { forgetChatter } from './chat/chat.store.ts';
import { forgetBroadcaster } from './broadcast/broadcasts.store.ts';
import { endSessionsOfErased } from './picture/sessions.store.ts';
import { forgetPlayers } from './picture/viewers.store.ts';

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
    select json_build_object('roomId', room_id, 'setAt', ${asInstant('set_at')}, 'sentAt',
      ${asInstant('sent_at')}) as entry,
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

/** What the chat of live rooms keeps of a fan. */
export const chatPersonalData: PersonalData = {
  erased: ['live_chat_author', 'live_chat_report', 'live_chat_duty', 'live_chat_mute', 'live_chat_block'],
  kept: {
    live_chat_message:
      'A message reported for child safety stays locked for 180 days; all others of the fan are erased.',
    live_chat_act: 'Acts of moderators are kept for 180 days under the pseudonym; they quote no message.',
  },
  erase: (tx, { id }) => forgetChatter(tx, id),
  async copy(db, { fan, mostRows: most }) {
    const { id: fanId } = fan;
    return {
      chatMessages: await readRows<'chatMessages'>(
        db,
        sql`
        select m.id, jsonb_build_object('roomId', room_id, 'text', text, 'state', state, 'sentAt',
          ${asInstant('sent_at')}) as row
          from live_chat_message m where fan_id = ${fanId}`,
        most,
      ),
      chatReports: await readRows<'chatReports'>(
        db,
        sql`
        select message_id as id, jsonb_build_object('messageId', message_id::text, 'reason', reason,
                                                    'reportedAt', ${asInstant('reported_at')}) as row
          from live_chat_report where fan_id = ${fanId}`,
        most,
      ),
      chatMutes: await readRows<'chatMutes'>(
        db,
        sql`
        select id, jsonb_build_object('roomId', room_id, 'reason', reason, 'mutedAt', ${asInstant('muted_at')},
                                      'until', ${asInstant('until')}, 'appeal', appeal, 'granted', granted,
                                      'liftedAt', ${asInstant('lifted_at')}) as row
          from live_chat_mute where fan_id = ${fanId}`,
        most,
      ),
      chatBlocks: await readRows<'chatBlocks'>(
        db,
        sql`
        select b.id, jsonb_build_object('nickname', f.nickname, 'blockedAt', ${asInstant('b.blocked_at')}) as row
          from live_chat_block b join ${faceRows} f on f.id = b.blocked_id where b.fan_id = ${fanId}`,
        most,
      ),
      chatActs: await readRows<'chatActs'>(
        db,
        sql`
        select id, jsonb_build_object('roomId', room_id, 'action', action, 'at', ${asInstant('at')}) as row
          from live_chat_act where fan_id = ${fanId}`,
        most,
      ),
    };
  },
};

type ChatRecordKind = 'chatMessages' | 'chatReports' | 'chatMutes' | 'chatBlocks' | 'chatActs';

/** Reads the newest rows of a query over `id` and `row`; the contract checks their contents. */
async function readRows<K extends ChatRecordKind>(
  db: Kysely<DB>,
  query: ReturnType<typeof sql>,
  most: number,
): Promise<MyData[K]> {
  const { rows } = await sql<{ row: unknown; total: number }>`
    select row, count(*) over () as total from (${query}) as q order by id desc limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ row }) => row) } as MyData[K];
}

/** The replay stays for those who have tickets, until its end; who sent the broadcast is forgotten at once. */
export const broadcastPersonalData: PersonalData = {
  erased: ['live_broadcast'],
  kept: {},
  erase: (tx, { id }, now) => forgetBroadcaster(tx, { fanId: id, now }),
};

/** Neither is in the export: both are gone after hours. */
export const playbackPersonalData: PersonalData = {
  erased: ['live_session', 'live_play'],
  kept: {},
  async erase(tx, { id }, now) {
    await endSessionsOfErased(tx, id, now);
    await forgetPlayers(tx, { fanId: id });
  },
};
