import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { avatarUrlOf } from '#/modules/art/index.ts';
import type { Direction } from './gifts.store.ts';

type GiftRecords = DataOf<Contract['POST /wallet/api/v1/userExpand/transferTicketRecords']>;

type Question = {
  readonly fanId: number;
  readonly activityId?: string | undefined;
  readonly direction?: Direction | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
};

type Row = {
  id: number;
  direction: Direction;
  activity_id: string;
  tickets: number;
  named_by: string;
  given_at: Date;
  transfer: number;
  nickname: string;
  avatar_file: string | null;
  avatar_seed: string;
};

/**
 * One page of what a fan gave and was given, newest first. Each direction is read from its own index as far as the page
 * reaches. Whom a sender has named by email stays without a name: who has an address is the receiver's to tell.
 */
export async function readGiftRecords(
  db: Kysely<DB>,
  { fanId, activityId, direction, pageNum, pageSize }: Question,
): Promise<GiftRecords> {
  const skipped = (pageNum - 1) * pageSize;
  const ofActivity = activityId === undefined ? sql`true` : sql`g.activity_id = ${activityId}`;
  const sent = sql`ticket_gift g where g.sender_id = ${fanId} and ${direction !== 'received'} and ${ofActivity}`;
  const received = sql`ticket_gift g where g.receiver_id = ${fanId} and ${direction !== 'sent'} and ${ofActivity}`;
  const newest = sql`order by g.id desc limit ${skipped + pageSize}`;
  const { rows } = await sql<Row>`
    select g.id, g.direction, g.activity_id, g.tickets, g.named_by, g.given_at, g.transfer,
           f.nickname, f.avatar_file, f.avatar_seed
      from (select * from (
              (select g.*, 'sent' as direction, g.sent_transfer as transfer, g.receiver_id as other from ${sent} ${newest})
              union all
              (select g.*, 'received', g.received_transfer, g.sender_id from ${received} ${newest})) g
             order by g.id desc limit ${pageSize} offset ${skipped}) g
      join fan f on f.id = g.other
     order by g.id desc`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select (select count(*) from ${sent}) + (select count(*) from ${received}) as total`.execute(db);
  const list = rows.map((row) => ({
    giftId: String(row.id),
    direction: row.direction,
    activityId: row.activity_id,
    num: row.tickets,
    fan:
      row.direction === 'sent' && row.named_by === 'email'
        ? null
        : { nickname: row.nickname, avatarUrl: avatarUrlOf(row) },
    givenAt: row.given_at.toISOString(),
    transferId: String(row.transfer),
  }));
  return { list, total: counts[0]?.total ?? 0, pageNum, pageSize };
}
