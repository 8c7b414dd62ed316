import type { Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { randomAvatarSeed, randomFanCode, randomFormerName } from './fan.rules.ts';
import type { FanToErase } from '#/services.ts';

export async function isEmailTaken(db: Kysely<DB>, email: string): Promise<boolean> {
  const row = await db.selectFrom('fan').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

/** Returns a fan's email; null for a wallet account without one. */
export async function addressOf(db: Kysely<DB>, fanId: number): Promise<string | null> {
  const row = await db.selectFrom('fan').select('email').where('id', '=', fanId).executeTakeFirstOrThrow();
  return row.email;
}

/** Finds a fan by fan code. Simulated, leaving and erased fans cannot invite. */
export async function fanIdByCode(db: Kysely<DB>, fanCode: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('fan')
    .select('id')
    .where('fan_code', '=', fanCode)
    .where('simulated', '=', false)
    .where('deletion_requested_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

type Credentials = { readonly id: number; readonly passwordHash: string | null };

/** Returns what a sign-in is verified against. */
export async function credentialsOf(db: Kysely<DB>, email: string): Promise<Credentials | undefined> {
  return db
    .selectFrom('fan')
    .select(['id', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Locks the password until the transaction ends; false if it has changed. */
export async function lockPassword(tx: Transaction<DB>, fanId: number, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('fan')
    .select('id')
    .where('id', '=', fanId)
    .where('password_hash', '=', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks an account's address until the transaction ends; false if it has changed. */
export async function lockAddress(
  tx: Transaction<DB>,
  { fanId, email }: { readonly fanId: number; readonly email: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('fan')
    .select('id')
    .where('id', '=', fanId)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The identifier a fan signs in by. */
type WayIn =
  | { readonly kind: 'web2'; readonly email: string; readonly passwordHash: string | null }
  | { readonly kind: 'web3'; readonly walletAddress: string };

export async function isWayInTaken(db: Kysely<DB>, wayIn: WayIn): Promise<boolean> {
  if (wayIn.kind === 'web2') return isEmailTaken(db, wayIn.email);
  const row = await db
    .selectFrom('fan')
    .select('id')
    .where('wallet_address', '=', wayIn.walletAddress)
    .executeTakeFirst();
  return row !== undefined;
}

export type NewFan = {
  readonly accountId: string;
  readonly fanCode: string;
  readonly wayIn: WayIn;
  readonly nickname: string;
  readonly language: Language;
  readonly avatarSeed: string;
  readonly invitedBy: number | undefined;
  readonly createdAt: Date;
};

/** Inserts a fan; nothing if the email or wallet, the account id or the fan code is taken. */
export async function insertFan(tx: Transaction<DB>, fan: NewFan): Promise<number | undefined> {
  const { wayIn } = fan;
  const inserted = await tx
    .insertInto('fan')
    .values({
      account_id: fan.accountId,
      fan_code: fan.fanCode,
      kind: wayIn.kind,
      ...(wayIn.kind === 'web2'
        ? { email: wayIn.email, password_hash: wayIn.passwordHash }
        : { wallet_address: wayIn.walletAddress }),
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

/**
 * Cancels a pending account deletion and locks the fan's row, so that no deletion or erasure runs during a sign-in.
 *
 * @returns whether a deletion was cancelled, or nothing for an erased fan.
 */
export async function cancelDeletion(tx: Transaction<DB>, fanId: number): Promise<boolean | undefined> {
  const fan = await tx
    .selectFrom('fan')
    .select(['deletion_requested_at', 'erased_at'])
    .where('id', '=', fanId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (fan.erased_at) return undefined;
  if (!fan.deletion_requested_at) return false;
  await tx.updateTable('fan').set({ deletion_requested_at: null }).where('id', '=', fanId).execute();
  return true;
}

export type OwnCredentials = { readonly email: string | null; readonly passwordHash: string | null };

/** Returns a signed-in fan's email and password hash, as far as they exist. */
export async function ownCredentials(db: Kysely<DB>, fanId: number): Promise<OwnCredentials> {
  return db
    .selectFrom('fan')
    .select(['email', 'password_hash as passwordHash'])
    .where('id', '=', fanId)
    .executeTakeFirstOrThrow();
}

/** The expected state of an account; a change fails if the address differs by then. */
type Account = { readonly fanId: number; readonly email: string | null };

/** Sets a password. Returns the fan's language for the notification; nothing if the address has changed. */
export async function replacePassword(
  tx: Transaction<DB>,
  account: Account,
  passwordHash: string,
): Promise<Language | undefined> {
  return change(tx, account, { password_hash: passwordHash });
}

/**
 * Sets an account's email. Returns the fan's language for the notification; nothing if the address has changed. Fails
 * with the violation of `fan_email_once` when another account has the address.
 */
export async function replaceEmail(
  tx: Transaction<DB>,
  account: Account,
  email: string,
): Promise<Language | undefined> {
  return change(tx, account, { email });
}

async function change(
  tx: Transaction<DB>,
  { fanId, email }: Account,
  values: { readonly password_hash: string } | { readonly email: string },
): Promise<Language | undefined> {
  const changed = await tx
    .updateTable('fan')
    .set(values)
    .where('id', '=', fanId)
    .where('email', 'is not distinct from', email)
    .returning('language')
    .executeTakeFirst();
  // A table constraint limits the language to the contract's values.
  return changed?.language as Language | undefined;
}

/**
 * Pseudonymises a leaving fan. The ledger number, the account id in vote receipts, and the invites stay.
 *
 * @returns false without a change if the fan is not leaving since `dueSince` or has changed.
 */
export async function makeFormerFan(
  tx: Transaction<DB>,
  fan: FanToErase,
  { dueSince, now }: { readonly dueSince: Date; readonly now: Date },
): Promise<boolean> {
  const made = await tx
    .updateTable('fan')
    .set({
      email: null,
      password_hash: null,
      wallet_address: null,
      wallet_proved_by: null,
      avatar_file: null,
      bio: '',
      shows_level: false,
      shows_support: false,
      nickname: randomFormerName(fan.language),
      fan_code: randomFanCode(),
      avatar_seed: randomAvatarSeed(),
      erased_at: now,
    })
    .where('id', '=', fan.id)
    .where('deletion_requested_at', '<=', dueSince)
    .where('erased_at', 'is', null)
    .where('email', 'is not distinct from', fan.email)
    .where('wallet_address', 'is not distinct from', fan.walletAddress)
    .where('avatar_file', 'is not distinct from', fan.avatarFile)
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** A change of a fan's own texts and settings; an undefined field stays as it is. */
export type ProfileChange = {
  readonly nickname: string | undefined;
  readonly bio: string | undefined;
  readonly language: Language | undefined;
  readonly remindByMail: boolean | undefined;
  readonly showsLevel: boolean | undefined;
  readonly showsSupport: boolean | undefined;
};

/** Updates only these fields of a fan's row. */
export async function updateProfile(db: Kysely<DB>, fanId: number, profile: ProfileChange): Promise<void> {
  const { nickname, bio, language, remindByMail, showsLevel, showsSupport } = profile;
  const columns = {
    ...(nickname !== undefined && { nickname }),
    ...(bio !== undefined && { bio }),
    ...(language !== undefined && { language }),
    ...(remindByMail !== undefined && { remind_by_mail: remindByMail }),
    ...(showsLevel !== undefined && { shows_level: showsLevel }),
    ...(showsSupport !== undefined && { shows_support: showsSupport }),
  };
  if (Object.keys(columns).length === 0) return;
  await db.updateTable('fan').set(columns).where('id', '=', fanId).execute();
}

/**
 * Sets a fan's picture, or the drawn avatar with null, and returns the previous file. Concurrent calls serialise on
 * the fan's row, so each gets a different file.
 */
export async function swapAvatarFile(
  tx: Transaction<DB>,
  fanId: number,
  avatarFile: string | null,
): Promise<string | null> {
  const before = await tx
    .selectFrom('fan')
    .select('avatar_file')
    .where('id', '=', fanId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable('fan').set({ avatar_file: avatarFile }).where('id', '=', fanId).execute();
  return before.avatar_file;
}

/** Returns those of the files that fans use. */
export async function findShownAmong(db: Kysely<DB>, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('fan').select('avatar_file').where('avatar_file', 'in', files).execute();
  return new Set(rows.flatMap(({ avatar_file }) => avatar_file ?? []));
}
