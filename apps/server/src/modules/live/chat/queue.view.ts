import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { type AuthorKeyOf, messageColumns, type MessageRow, presentMessage } from './chat.view.ts';

type Queue = DataOf<Contract['GET /activity/api/v1/jplive/chat/queue']>;
type QueuedMessage = Queue['list'][number];
type OperatorQueue = DataOf<Contract['GET /operator/api/v1/chat/queue']>;

/** A report about child safety that did not hide its message waits for an operator like those that did. */
const isAlarm = sql`exists (select from live_chat_report r
                             where r.message_id = m.id and r.looked_at_at is null and r.reason = 'childSafety')`;

/** Messages about child safety that no operator has decided about, then those with reports. */
const reported = sql`
  select m.id, m.room_id, m.sent_at, 0 as rank from live_chat_lock l join live_chat_message m on m.id = l.message_id
   where l.decided_at is null
  union all
  select m.id, m.room_id, m.sent_at, case when ${isAlarm} then 0 else 1 end from live_chat_message m
   where m.id in (select message_id from live_chat_report where looked_at_at is null)
     and not exists (select from live_chat_lock l where l.message_id = m.id)`;

/** The number of waiting messages, with held ones that are not reported. */
const waiting = sql`
  ${reported}
  union all
  select m.id, m.room_id, m.sent_at, 2 from live_chat_message m
   where m.state = 'held' and not exists (select from live_chat_report r
     where r.message_id = m.id and looked_at_at is null)`;

const waitingCount = (roomId: string) => sql<{ total: number }>`
  select count(*) as total from (${waiting}) as w where w.room_id = ${roomId}`;

export async function countWaiting(db: Kysely<DB>, roomId: string): Promise<number> {
  const { rows } = await waitingCount(roomId).execute(db);
  return rows[0]?.total ?? 0;
}

/** Reads a page of what waits for the moderators of a room. */
export async function readQueue(
  db: Kysely<DB>,
  { roomId, authorKeyOf, ...asked }: PageRequest & { readonly roomId: string; readonly authorKeyOf: AuthorKeyOf },
): Promise<Queue> {
  const page = await readPage(db, asked, {
    rows: sql<{ id: number }>`
      select w.id from (${waiting}) as w where w.room_id = ${roomId} order by w.rank, w.sent_at, w.id`,
    total: waitingCount(roomId),
  });
  const ids = page.list.map(({ id }) => id);
  const messages = await readWaiting(db, ids, authorKeyOf);
  return { ...page, list: ids.flatMap((id) => messages.get(id)?.message ?? []) };
}

type QueueRow = { readonly kind: 'message' | 'appeal'; readonly id: number };

/** Reads a page of reported messages and open appeals of every room. */
export async function readOperatorQueue(
  db: Kysely<DB>,
  { authorKeyOf, ...asked }: PageRequest & { readonly authorKeyOf: AuthorKeyOf },
): Promise<OperatorQueue> {
  const all = sql`
    select 'message' as kind, w.id, w.sent_at as since, w.rank from (${reported}) as w
    union all
    select 'appeal', id, appealed_at, 1 from live_chat_mute
     where appealed_at is not null and decided_at is null and lifted_at is null`;
  const page = await readPage(db, asked, {
    rows: sql<QueueRow>`select kind, id from (${all}) as q order by rank, since, kind, id`,
    total: sql<{ total: number }>`select count(*) as total from (${all}) as q`,
  });
  const idsOf = (wanted: QueueRow['kind']) => page.list.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const messages = await readWaiting(db, idsOf('message'), authorKeyOf);
  const appeals = await readAppeals(db, idsOf('appeal'));
  const list = page.list.flatMap(({ kind, id }): OperatorQueue['list'] => {
    const found = kind === 'message' ? messages.get(id) : undefined;
    if (found) return [{ kind: 'message', ...found }];
    const appeal = kind === 'appeal' ? appeals.get(id) : undefined;
    return appeal ? [appeal] : [];
  });
  return { ...page, list };
}

type WaitingRow = MessageRow & {
  readonly accountId: string;
  readonly state: QueuedMessage['state'];
  readonly because: QueuedMessage['because'] | null;
  readonly isLocked: boolean;
  readonly isAlarm: boolean;
  readonly reports: QueuedMessage['reports'];
};

async function readWaiting(
  db: Kysely<DB>,
  ids: readonly number[],
  authorKeyOf: AuthorKeyOf,
): Promise<Map<number, { readonly message: QueuedMessage; readonly accountId: string }>> {
  const { rows } = await sql<WaitingRow>`
    select ${messageColumns}, f.account_id as "accountId", m.state, m.because, l.message_id is not null as "isLocked",
      ${isAlarm} as "isAlarm",
           coalesce((select json_agg(json_build_object('reason', r.reason, 'count', r.count)
             order by r.count desc, r.reason)
                       from (select reason, count(*) from live_chat_report
                              where message_id = m.id and (looked_at_at is null or l.message_id is not null)
                              group by reason) as r), '[]') as reports
      from live_chat_message m join ${faceRows} f on f.id = m.fan_id left join live_chat_lock l on l.message_id = m.id
     where ${isAny('m.id', ids)}`.execute(db);
  return new Map(rows.map((row) => [row.id, { message: presentWaiting(row, authorKeyOf), accountId: row.accountId }]));
}

function presentWaiting(row: WaitingRow, authorKeyOf: AuthorKeyOf): QueuedMessage {
  const { roomId, state, reports, isLocked, isAlarm: isReportedAsUnsafe } = row;
  const held = row.state === 'held' ? row.because : null;
  const because = isLocked || isReportedAsUnsafe ? 'childSafety' : (held ?? 'reports');
  return { ...presentMessage(row, authorKeyOf), roomId, state, because, reports, isLocked };
}

type Appeal = Extract<OperatorQueue['list'][number], { kind: 'appeal' }>;

type AppealRow = Omit<Appeal, 'kind' | 'muteId' | 'appealedAt'> & { readonly id: number; readonly appealedAt: Date };

async function readAppeals(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, Appeal>> {
  const { rows } = await sql<AppealRow>`
    select t.id, f.account_id as "accountId", t.reason, t.appeal as text, t.appealed_at as "appealedAt"
      from live_chat_mute t join ${faceRows} f on f.id = t.fan_id where ${isAny('t.id', ids)}`.execute(db);
  return new Map(
    rows.map(({ id, appealedAt, ...appeal }) => [
      id,
      { kind: 'appeal', muteId: String(id), ...appeal, appealedAt: appealedAt.toISOString() },
    ]),
  );
}

function isAny(column: string, ids: readonly number[]): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = any(${ids}::bigint[])`;
}
