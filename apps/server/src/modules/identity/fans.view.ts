import type { BadgeId, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { avatarUrlOf, badgeOf } from '#/modules/art/index.ts';

/** A fan's name and picture. */
export type FanFace = {
  readonly id: number;
  readonly nickname: string;
  readonly avatar_file: string | null;
  readonly avatar_seed: string;
};

/** How a fan appears to others. */
export type ShownFan = FanFace & {
  /** Null for a fan who does not show it. */
  readonly level: number | null;
  /** Null for a fan who shows none. */
  readonly badge: BadgeId | null;
};

/**
 * What other modules join instead of the table `fan`, under a name in `…Rows`. PostgreSQL merges each into the statement
 * around it, except under a row lock: then it would lock every fan, so locks have functions of their own.
 */
export const faceRows = sql<ShownFan & { readonly account_id: string; readonly erased_at: Date | null }>`
  (select id, account_id, nickname, avatar_file, avatar_seed, level, badge, erased_at from fan_face)`;

/** The same without leaving and erased fans. */
export const presentFaceRows = sql<ShownFan>`
  (select id, nickname, avatar_file, avatar_seed, level, badge
     from fan_face where deletion_requested_at is null and erased_at is null)`;

/** The same of those who chose to be shown as supporters. */
export const supporterFaceRows = sql<ShownFan>`
  (select id, nickname, avatar_file, avatar_seed, level, badge
     from fan_face where shows_support and deletion_requested_at is null and erased_at is null)`;

/** Returns a fan as answers show one to others. */
export function presentFan({ nickname, level, badge, avatar_file, avatar_seed }: Omit<ShownFan, 'id'>) {
  return { nickname, level, badge: badge && badgeOf(badge), avatarUrl: avatarUrlOf({ avatar_file, avatar_seed }) };
}

/** Returns whether a fan chose to be shown as a supporter. */
export async function showsSupport(db: Kysely<DB>, fanId: number): Promise<boolean> {
  const fan = await db.selectFrom('fan').select('shows_support').where('id', '=', fanId).executeTakeFirstOrThrow();
  return fan.shows_support;
}

/** Since when an account exists, and whether somebody is behind it. */
export const accountRows = sql<{ id: number; created_at: Date; simulated: boolean; erased_at: Date | null }>`
  (select id, created_at, simulated, erased_at from fan)`;

export async function isErased(db: Kysely<DB>, fanId: number): Promise<boolean> {
  const fan = await db.selectFrom('fan').select('erased_at').where('id', '=', fanId).executeTakeFirstOrThrow();
  return fan.erased_at !== null;
}

type MailReceiver = { readonly fanId: number; readonly email: string; readonly language: Language };

/** Lists those of some fans whom mails may reach: with an email, which a code has proven, and no deletion pending. */
export async function readMailReceivers(db: Kysely<DB>, fanIds: readonly number[]): Promise<MailReceiver[]> {
  return mailReceivers(db, fanIds).execute();
}

/** Lists those who want to be reminded by mail of what expires. */
export async function readRemindedByMail(db: Kysely<DB>, fanIds: readonly number[]): Promise<MailReceiver[]> {
  return mailReceivers(db, fanIds).where('remind_by_mail', '=', true).execute();
}

function mailReceivers(db: Kysely<DB>, fanIds: readonly number[]) {
  return db
    .selectFrom('fan')
    .select(['id as fanId', 'email', 'language'])
    .where('id', '=', sql<number>`any(${fanIds}::bigint[])`)
    .where('email', 'is not', null)
    .where('deletion_requested_at', 'is', null)
    .$castTo<MailReceiver>();
}

/** Returns the languages of fans by id, without leaving and erased fans. */
export async function readLanguages(db: Kysely<DB>, fanIds: readonly number[]): Promise<ReadonlyMap<number, Language>> {
  if (fanIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('fan')
    .select(['id', sql<Language>`language`.as('language')])
    .where('id', 'in', fanIds)
    .where('deletion_requested_at', 'is', null)
    .where('erased_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, language }) => [id, language]));
}

type NamedFan = {
  readonly id: number;
  readonly accountId: string;
  readonly fanCode: string;
  readonly email: string | null;
};

/** Fans by fan code or email, as they are stored. Erased fans are left out. */
export async function listFansNamed(db: Kysely<DB>, names: readonly string[]): Promise<NamedFan[]> {
  return db
    .selectFrom('fan')
    .select(['id', 'account_id as accountId', 'fan_code as fanCode', 'email'])
    .where((where) => where.or([where('fan_code', 'in', names), where('email', 'in', names)]))
    .where('erased_at', 'is', null)
    .execute();
}

/** An email or a fan code, as it is stored. */
export type FanName = { readonly by: 'email' | 'fanCode'; readonly value: string };

/** Finds the fan of a name; a holder adds a lock. Leaving, erased and simulated fans are not found. */
export function presentFanNamed(db: Kysely<DB>, { by, value }: FanName) {
  return db
    .selectFrom('fan')
    .select(['id', 'nickname', 'avatar_file', 'avatar_seed'])
    .where(by === 'email' ? 'email' : 'fan_code', '=', value)
    .where('simulated', '=', false)
    .where('deletion_requested_at', 'is', null)
    .where('erased_at', 'is', null);
}

/** Finds the fan of a name. Leaving, erased and simulated fans are not found. */
export function findFanNamed(db: Kysely<DB>, name: FanName): Promise<FanFace | undefined> {
  return presentFanNamed(db, name).executeTakeFirst();
}
