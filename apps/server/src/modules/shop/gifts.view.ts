import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { limitThrough, limitTo, type PageRequest } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { avatarUrlOf } from '#/modules/art/index.ts';
import { type Activity, hasEnded } from '#/modules/elections/index.ts';
import { readAvailable } from '#/modules/points/index.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { forgetNamings, sentOn, type Direction } from './gifts.store.ts';

type GiftTermsOfFan = DataOf<Contract['POST /wallet/api/v1/pointsMall/getGiftTerms']>;

/** The limits that the content pack sets. */
type GiftTerms = { readonly mostSent: number; readonly mostReceived: number; readonly mostByEmail: number };

export async function readGiftTerms(db: Kysely<DB>): Promise<GiftTerms> {
  const { rows } = await sql<GiftTerms>`
    select most_sent as "mostSent", most_received as "mostReceived", most_by_email as "mostByEmail"
      from gift_terms`.execute(db);
  const [terms] = rows;
  if (!terms) throw new Error('There are no terms of gifts');
  return terms;
}

/** Returns what a fan can give today and until when. The day is the platform's. */
export async function readGiftTermsOfFan(
  db: Kysely<DB>,
  { fanId, activity, at, timeZone }: { fanId: number; activity: Activity; at: Date; timeZone: string },
): Promise<GiftTermsOfFan> {
  const day = localDateAt(at, timeZone);
  const terms = await readGiftTerms(db);
  const sent = await sentOn(db, { fanId, activityId: activity.id, day });
  const { rows: namings } = await sql<{ times: number }>`
    select times from ticket_gift_naming where fan_id = ${fanId} and day >= ${day}`.execute(db);
  return {
    tickets: await readAvailable(db, { fanId, asset: activity.ticketAsset }),
    mostSent: terms.mostSent,
    leftToday: Math.max(0, terms.mostSent - sent),
    emailsLeftToday: Math.max(0, terms.mostByEmail - (namings[0]?.times ?? 0)),
    resetsAt: startOfLocalDate(addDays(day, 1), timeZone).toISOString(),
    state: hasEnded(activity, at) ? 'ended' : 'open',
    closesAt: activity.closesAt.toISOString(),
  };
}

type GiftRecords = DataOf<Contract['POST /wallet/api/v1/userExpand/transferTicketRecords']>;

type GiftsQuery = PageRequest & {
  readonly fanId: number;
  readonly activityId?: string | undefined;
  readonly direction?: Direction | undefined;
};

type GiftRow = {
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
 * Returns a page of a fan's gifts, newest first; each direction reads its own index. A receiver named by email stays
 * anonymous, because the address identifies them.
 */
export async function readGiftRecords(
  db: Kysely<DB>,
  { fanId, activityId, direction, pageNum, pageSize }: GiftsQuery,
): Promise<GiftRecords> {
  const page = { pageNum, pageSize };
  const ofActivity = activityId === undefined ? sql`true` : sql`g.activity_id = ${activityId}`;
  const sent = sql`ticket_gift g where g.sender_id = ${fanId} and ${direction !== 'received'} and ${ofActivity}`;
  const received = sql`ticket_gift g where g.receiver_id = ${fanId} and ${direction !== 'sent'} and ${ofActivity}`;
  const newest = sql`order by g.id desc ${limitThrough(page)}`;
  const { rows } = await sql<GiftRow>`
    select g.id, g.direction, g.activity_id, g.tickets, g.named_by, g.given_at, g.transfer,
           f.nickname, f.avatar_file, f.avatar_seed
      from (select * from (
              (select g.*, 'sent' as direction, g.sent_transfer as transfer, g.receiver_id as other
                from ${sent} ${newest})
              union all
              (select g.*, 'received', g.received_transfer, g.sender_id from ${received} ${newest})) g
             order by g.id desc ${limitTo(page)}) g
      join ${faceRows} f on f.id = g.other
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
  return { list, total: counts[0]?.total ?? 0, ...page };
}

/** Gifts explain two fans' balances and stay; the counts of look-ups by email are deleted. */
export const giftPersonalData: PersonalData = {
  erased: ['ticket_gift_naming'],
  kept: {
    ticket_gift: 'A gift explains two transfers of the ledger, one of them another fan’s.',
    ticket_gift_day: 'What fans gave on a day adds up to what others were given.',
  },
  erase: (tx, { id }) => forgetNamings(tx, id),
  async copy(db, { fan, mostRows }) {
    const { total, list } = await readGiftRecords(db, { fanId: fan.id, pageNum: 1, pageSize: mostRows });
    return { gifts: { total, rows: list } };
  },
};
