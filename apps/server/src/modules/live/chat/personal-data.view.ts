import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { MyData, PersonalData } from '#/services.ts';
import { forgetChatter } from './chat.store.ts';

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
        select m.id, jsonb_build_object('roomId', room_id, 'text', text, 'state', state, 'sentAt', ${asInstant('sent_at')}) as row
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
          from live_chat_block b join fan f on f.id = b.blocked_id where b.fan_id = ${fanId}`,
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

type Kind = 'chatMessages' | 'chatReports' | 'chatMutes' | 'chatBlocks' | 'chatActs';

/** The newest rows of a query over `id` and `row`; the contract checks what is in them. */
async function readRows<K extends Kind>(
  db: Kysely<DB>,
  query: ReturnType<typeof sql>,
  most: number,
): Promise<MyData[K]> {
  const { rows } = await sql<{ row: unknown; total: number }>`
    select row, count(*) over () as total from (${query}) as q order by id desc limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ row }) => row) } as MyData[K];
}

/** An instant as the contract writes it. */
function asInstant(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
