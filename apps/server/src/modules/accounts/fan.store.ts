import type { Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

export async function isEmailTaken(db: Kysely<DB>, email: string): Promise<boolean> {
  const row = await db.selectFrom('fan').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

/** The fan behind a fan code. Fans who exist only in a demo's past invite nobody. */
export async function fanIdByCode(db: Kysely<DB>, fanCode: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('fan')
    .select('id')
    .where('fan_code', '=', fanCode)
    .where('simulated', '=', false)
    .executeTakeFirst();
  return row?.id;
}

export type Credentials = { readonly id: number; readonly passwordHash: string | null };

/** What a sign-in is held against. */
export async function credentialsOf(db: Kysely<DB>, email: string): Promise<Credentials | undefined> {
  return db
    .selectFrom('fan')
    .select(['id', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export type NewFan = {
  readonly accountId: string;
  readonly fanCode: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly nickname: string;
  readonly language: Language;
  readonly avatarSeed: string;
  readonly invitedBy: number | undefined;
  readonly createdAt: Date;
};

/** Adds a fan with an email account; nothing if the email, account id or fan code is another fan's. */
export async function insertFan(tx: Transaction<DB>, fan: NewFan): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('fan')
    .values({
      account_id: fan.accountId,
      fan_code: fan.fanCode,
      kind: 'web2',
      email: fan.email,
      password_hash: fan.passwordHash,
      nickname: fan.nickname,
      language: fan.language,
      avatar_seed: fan.avatarSeed,
      invited_by: fan.invitedBy ?? null,
      created_at: fan.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}
