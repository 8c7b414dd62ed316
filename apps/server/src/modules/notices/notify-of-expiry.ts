import type { Language } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { enqueueNotices, type Mail } from '#/modules/mail/index.ts';
import type { ParametersOf } from './notice-kinds.ts';
import { notify } from './notify.ts';

type Expiry = ParametersOf<'expiry'>;

type Expiries = {
  /** The day of the platform that all of it expires on: a fan gets one notice and one mail for it and `daysLeft`. */
  readonly day: string;
  readonly daysLeft: Expiry['daysLeft'];
  /** Each fan once, with all that expires. */
  readonly fans: readonly { readonly fanId: number; readonly assets: Expiry['assets'] }[];
  readonly at: Date;
};

/** Writes the notices of what expires, and enqueues a mail to each fan who got one, wants mails, and has an email and no deletion pending. */
export async function notifyOfExpiry(
  tx: Transaction<DB>,
  keys: ServerKeys,
  { day, daysLeft, fans, at }: Expiries,
): Promise<void> {
  const notified = await notify(tx, {
    kind: 'expiry',
    subject: `${day}, ${daysLeft}`,
    fans: fans.map(({ fanId, assets }) => ({ fanId, parameters: { daysLeft, assets } })),
    at,
  });
  if (notified.length === 0) return;
  const assetsOf = new Map(fans.map(({ fanId, assets }) => [fanId, assets]));
  const units = await readUnits(tx);
  const mails = (await readReceivers(tx, notified)).map(({ fanId, email, language }): Mail => {
    const assets = assetsOf.get(fanId) ?? [];
    const expiring = assets.map(({ asset, amount, expiresAt }) => ({ unit: unitOf(units, asset), amount, expiresAt }));
    return { to: email, language, content: { kind: 'expiry', daysLeft, assets: expiring } };
  });
  const times = fans.flatMap(({ assets }) => assets.map(({ expiresAt }) => Date.parse(expiresAt)));
  const pointlessAfter = new Date(times.reduce((latest, time) => Math.max(latest, time), 0));
  await enqueueNotices(tx, keys, mails, { now: at, pointlessAfter });
}

type Unit = Extract<Mail['content'], { kind: 'expiry' }>['assets'][number]['unit'];

async function readUnits(tx: Transaction<DB>): Promise<ReadonlyMap<string, Unit>> {
  const { rows } = await sql<{ name: string; kind: Unit }>`
    select name, kind from ledger.unit where kind in ('point', 'ticket', 'vote')`.execute(tx);
  return new Map(rows.map(({ name, kind }) => [name, kind]));
}

function unitOf(units: ReadonlyMap<string, Unit>, asset: string): Unit {
  const unit = units.get(asset);
  if (!unit) throw new Error(`${asset} is no unit that expires`);
  return unit;
}

type Receiver = { readonly fanId: number; readonly email: string; readonly language: Language };

async function readReceivers(tx: Transaction<DB>, fanIds: readonly number[]): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select id as "fanId", email, language from fan
     where id = any(${fanIds}::bigint[]) and email is not null and remind_by_mail and deletion_requested_at is null`.execute(
    tx,
  );
  return rows;
}
