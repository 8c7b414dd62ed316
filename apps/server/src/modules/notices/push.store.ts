import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { signInRows } from '#/modules/identity/index.ts';
import type { NoticeKind, Topic } from './notice-kinds.ts';
import type { PushFan } from './push.rules.ts';

/** The most browsers of a fan; a CHECK of `push_subscription` repeats it. */
const mostBrowsers = 10;

type PushKey = { readonly publicKey: string; readonly sealedPrivateKey: Buffer };

/** Stores the first key pair; later ones are dropped. Returns the one that counts. */
export async function keepPushKey(db: Kysely<DB>, key: PushKey, at: Date): Promise<PushKey> {
  await db
    .insertInto('push_key')
    .values({ public_key: key.publicKey, sealed_private_key: key.sealedPrivateKey, made_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readPushKey(db)) ?? key;
}

/** Returns the platform's key pair; undefined before it is made. */
export function readPushKey(db: Kysely<DB>): Promise<PushKey | undefined> {
  return db
    .selectFrom('push_key')
    .select(['public_key as publicKey', 'sealed_private_key as sealedPrivateKey'])
    .executeTakeFirst();
}

type Browser = { readonly fanId: number; readonly signInId: string };

export type NewSubscription = Browser & {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly timeZone: string;
  readonly at: Date;
};

/** Stores a browser's subscription instead of its former one, and of the oldest of ten. The caller holds the fan's lock. */
export async function insertSubscription(
  tx: Transaction<DB>,
  { fanId, signInId, endpoint, p256dh, auth, timeZone, at }: NewSubscription,
): Promise<void> {
  await tx
    .insertInto('push_fan')
    .values({ fan_id: fanId, time_zone: timeZone })
    .onConflict((conflict) => conflict.column('fan_id').doUpdateSet({ time_zone: timeZone }))
    .execute();
  // An endpoint is one browser, and its next fan takes it over.
  await sql`delete from push_subscription where endpoint = ${endpoint} or sign_in_id = ${signInId}`.execute(tx);
  await sql`
    delete from push_subscription where id in (
      select id from push_subscription where fan_id = ${fanId} order by id desc offset ${mostBrowsers - 1})`.execute(
    tx,
  );
  await sql`
    insert into push_subscription (fan_id, place, sign_in_id, endpoint, p256dh, auth, subscribed_at)
    select ${fanId}, min(place), ${signInId}, ${endpoint}, ${p256dh}, ${auth}, ${at}
      from generate_series(1, ${mostBrowsers}) as place
     where place not in (select s.place from push_subscription s where s.fan_id = ${fanId})`.execute(tx);
}

/** Deletes the subscription of a browser. */
export async function deleteSubscription(db: Kysely<DB>, { fanId, signInId }: Browser): Promise<void> {
  await db.deleteFrom('push_subscription').where('fan_id', '=', fanId).where('sign_in_id', '=', signInId).execute();
}

/** Deletes subscriptions that push services do not know any more, and those of browsers that have signed out. */
export async function deleteGone(db: Kysely<DB>, ids: readonly number[]): Promise<void> {
  await sql`
    delete from push_subscription
     where id = any(${ids}::bigint[])
        or sign_in_id in (select id from ${signInRows} as s where s.ended_at is not null)`.execute(db);
}

/** Sets whether a fan wants pushes at night. */
export async function setAtNight(db: Kysely<DB>, fanId: number, atNight: boolean): Promise<void> {
  await db.updateTable('push_fan').set({ at_night: atNight }).where('fan_id', '=', fanId).execute();
}

/** Deletes what a fan has of pushes. */
export async function deletePushesOf(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.deleteFrom('push_subscription').where('fan_id', '=', fanId).execute();
  await tx.deleteFrom('push_fan').where('fan_id', '=', fanId).execute();
}

export type DueFan = PushFan & { readonly fanId: number };

/** Locks the next fans with due pushes. Fans that another worker holds are left to it. */
export async function holdDueFans(tx: Transaction<DB>, at: Date, most: number): Promise<DueFan[]> {
  const { rows } = await sql<DueFan>`
    select fan_id as "fanId", time_zone as "timeZone", at_night as "atNight", day::text as day, sent
      from push_fan
     where fan_id in (select n.fan_id from notice n where n.push_due_at <= ${at})
     order by fan_id limit ${most} for update skip locked`.execute(tx);
  return rows;
}

export type DueNotice = {
  readonly id: number;
  readonly fanId: number;
  readonly kind: NoticeKind;
  readonly parameters: unknown;
  readonly isRead: boolean;
  readonly muted: readonly Topic[];
};

/** Returns the due notices of fans, with the topics that each has muted. */
export async function readDueNotices(tx: Transaction<DB>, fanIds: readonly number[], at: Date): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    select n.id, n.fan_id as "fanId", n.kind, n.parameters, n.read_at is not null as "isRead",
           array(select m.topic from notice_mute m where m.fan_id = n.fan_id) as muted
      from notice n where n.fan_id = any(${fanIds}::bigint[]) and n.push_due_at <= ${at}`.execute(tx);
  return rows;
}

type NotedFan = Pick<DueFan, 'fanId' | 'sent'> & { readonly day: string; readonly postponedTo: Date | undefined };

/** Records before anything is sent how many pushes a fan got, and that the due ones are done or due later. */
export async function notePushes(
  tx: Transaction<DB>,
  { fanId, day, sent, postponedTo }: NotedFan,
  at: Date,
): Promise<void> {
  await sql`update notice set push_due_at = ${postponedTo ?? null}
             where fan_id = ${fanId} and push_due_at <= ${at}`.execute(tx);
  await sql`update push_fan set day = ${day}, sent = ${sent} where fan_id = ${fanId}`.execute(tx);
}

export type Subscription = {
  readonly id: number;
  readonly fanId: number;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

/** Returns the subscriptions of fans in browsers that are signed in. */
export async function readSubscriptions(db: Kysely<DB>, fanIds: readonly number[]): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select p.id, p.fan_id as "fanId", p.endpoint, p.p256dh, p.auth
      from push_subscription p join ${signInRows} as s on s.id = p.sign_in_id and s.ended_at is null
     where p.fan_id = any(${fanIds}::bigint[]) order by p.id`.execute(db);
  return rows;
}
