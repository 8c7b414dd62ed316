import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import { addDays, localDateAt, startOfLocalDate } from '#/calendar/local-date.ts';
import type { DB } from '#/db/schema.ts';
import { readAvailable } from '#/modules/points/index.ts';
import { type Activity, hasEnded } from '#/modules/votes/index.ts';
import { sentOn } from './gifts.store.ts';

type GiftTermsOfFan = DataOf<Contract['POST /wallet/api/v1/pointsMall/getGiftTerms']>;

/** What the content pack allows. */
export type GiftTerms = { readonly mostSent: number; readonly mostReceived: number; readonly mostByEmail: number };

export async function readGiftTerms(db: Kysely<DB>): Promise<GiftTerms> {
  return db
    .selectFrom('gift_terms')
    .select(['most_sent as mostSent', 'most_received as mostReceived', 'most_by_email as mostByEmail'])
    .executeTakeFirstOrThrow();
}

/** What one fan can give today, and until when at all. The day is the platform's. */
export async function readGiftTermsOfFan(
  db: Kysely<DB>,
  { fanId, activity, at, timeZone }: { fanId: number; activity: Activity; at: Date; timeZone: string },
): Promise<GiftTermsOfFan> {
  const day = localDateAt(at, timeZone);
  const terms = await readGiftTerms(db);
  const sent = await sentOn(db, { fanId, activityId: activity.id, day });
  const naming = await db
    .selectFrom('ticket_gift_naming')
    .select('times')
    .where('fan_id', '=', fanId)
    .where('day', '>=', day)
    .executeTakeFirst();
  return {
    tickets: await readAvailable(db, { fanId, asset: activity.ticketAsset }),
    mostSent: terms.mostSent,
    leftToday: Math.max(0, terms.mostSent - sent),
    emailsLeftToday: Math.max(0, terms.mostByEmail - (naming?.times ?? 0)),
    resetsAt: startOfLocalDate(addDays(day, 1), timeZone).toISOString(),
    state: hasEnded(activity, at) ? 'ended' : 'open',
    closesAt: activity.closesAt.toISOString(),
  };
}
