import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { SocialProvider } from '#/config/providers.ts';
import type { Holder } from './link.rules.ts';

/** A provider's account. */
type AccountKey = { readonly provider: SocialProvider; readonly subjectHash: Buffer };

export type NewLink = AccountKey & {
  readonly fanId: number;
  readonly linkId: string;
  readonly subject: string;
  readonly name: string;
  readonly sealedTokens: Buffer | null;
  readonly linkedAt: Date;
};

/** A fan's current link. */
export type Link = {
  readonly linkId: string;
  readonly subjectHash: Buffer;
  readonly subject: string;
  readonly name: string;
  readonly sealedTokens: Buffer | null;
};

const linkColumns = [
  'link_id as linkId',
  'subject_hash as subjectHash',
  'subject',
  'name',
  'sealed_tokens as sealedTokens',
] as const;

function linkQuery(db: Kysely<DB>, provider: SocialProvider, fanId: number) {
  return db
    .selectFrom('social_account')
    .select(linkColumns)
    .where('provider', '=', provider)
    .where('fan_id', '=', fanId)
    .where('released_at', 'is', null)
    .$castTo<Link>();
}

export async function findLink(db: Kysely<DB>, provider: SocialProvider, fanId: number): Promise<Link | undefined> {
  return linkQuery(db, provider, fanId).executeTakeFirst();
}

/** Locks the link against its release until the transaction ends. */
export async function holdLink(
  tx: Transaction<DB>,
  provider: SocialProvider,
  fanId: number,
): Promise<Link | undefined> {
  return linkQuery(tx, provider, fanId).forShare().executeTakeFirst();
}

/** Locks the link for its release. */
export async function lockLink(
  tx: Transaction<DB>,
  provider: SocialProvider,
  fanId: number,
): Promise<Link | undefined> {
  return linkQuery(tx, provider, fanId).forUpdate().executeTakeFirst();
}

/** Links a never-linked account. Returns false if it has or had a fan; a concurrent link is waited for. */
export async function insertLink(tx: Transaction<DB>, link: NewLink): Promise<boolean> {
  const row = await tx
    .insertInto('social_account')
    .values({ provider: link.provider, subject_hash: link.subjectHash, ...linkValues(link) })
    .onConflict((conflict) => conflict.columns(['provider', 'subject_hash']).doNothing())
    .returning('link_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the current or last fan of the account, so that no other can take it. */
export async function lockHolder(tx: Transaction<DB>, { provider, subjectHash }: AccountKey): Promise<Holder> {
  return tx
    .selectFrom('social_account')
    .select(['fan_id as fanId', 'released_at as releasedAt'])
    .where('provider', '=', provider)
    .where('subject_hash', '=', subjectHash)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Links a released account again. */
export async function renewLink(tx: Transaction<DB>, link: NewLink): Promise<void> {
  await tx
    .updateTable('social_account')
    .set({ ...linkValues(link), released_at: null })
    .where('provider', '=', link.provider)
    .where('subject_hash', '=', link.subjectHash)
    .execute();
}

function linkValues({ fanId, linkId, subject, name, sealedTokens, linkedAt }: NewLink) {
  return { fan_id: fanId, link_id: linkId, subject, name, sealed_tokens: sealedTokens, linked_at: linkedAt };
}

/** Releases an account, and deletes which one it is. */
export async function releaseLink(tx: Transaction<DB>, linkId: string, now: Date): Promise<void> {
  await tx
    .updateTable('social_account')
    .set({
      subject: null,
      name: null,
      sealed_tokens: null,
      // A clock that was set back must not prevent unlinking.
      released_at: sql<Date>`greatest(linked_at, ${now})`,
    })
    .where('link_id', '=', linkId)
    .execute();
}

/** Replaces tokens by renewed ones. Returns false when they were already replaced or revoked. */
export async function replaceTokens(
  db: Kysely<DB>,
  linkId: string,
  { before, after }: { before: Buffer; after: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('social_account')
    .set({ sealed_tokens: after })
    .where('link_id', '=', linkId)
    .where('sealed_tokens', '=', before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Takes the only reward of an account, a task and an occurrence. Returns false when it is taken. */
export async function insertReward(
  tx: Transaction<DB>,
  reward: AccountKey & { fanId: number; taskId: string; occurrence: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('social_reward')
    .values({
      provider: reward.provider,
      subject_hash: reward.subjectHash,
      task_id: reward.taskId,
      occurrence: reward.occurrence,
      fan_id: reward.fanId,
      rewarded_at: reward.at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject_hash', 'task_id', 'occurrence']).doNothing())
    .returning('fan_id')
    .executeTakeFirst();
  return row !== undefined;
}

type Attempt = {
  readonly stateHash: Buffer;
  readonly provider: SocialProvider;
  readonly fanId: number;
  readonly sealedVerifier: Buffer;
  readonly expiresAt: Date;
};

/** More tabs than anyone links in at once; one more drops the oldest. */
const keptAttempts = 5;

export async function insertAttempt(tx: Transaction<DB>, attempt: Attempt): Promise<void> {
  await tx
    .insertInto('social_link_attempt')
    .values({
      state_hash: attempt.stateHash,
      provider: attempt.provider,
      fan_id: attempt.fanId,
      sealed_verifier: attempt.sealedVerifier,
      expires_at: attempt.expiresAt,
    })
    .execute();
  await sql`DELETE FROM social_link_attempt WHERE state_hash IN (
    SELECT state_hash FROM social_link_attempt WHERE fan_id = ${attempt.fanId}
     ORDER BY expires_at DESC, state_hash OFFSET ${keptAttempts})`.execute(tx);
}

/** Uses up an attempt and returns its encrypted verifier; undefined when it is another fan's, expired or used. */
export async function takeAttempt(
  db: Kysely<DB>,
  { stateHash, provider, fanId, now }: Pick<Attempt, 'stateHash' | 'provider' | 'fanId'> & { now: Date },
): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom('social_link_attempt')
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .where('fan_id', '=', fanId)
    .where('expires_at', '>', now)
    .returning('sealed_verifier')
    .executeTakeFirst();
  return row?.sealed_verifier;
}

export async function deleteAttemptsOf(tx: Transaction<DB>, fanId: number): Promise<void> {
  await tx.deleteFrom('social_link_attempt').where('fan_id', '=', fanId).execute();
}

export async function deleteLapsedAttempts(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('social_link_attempt').where('expires_at', '<=', now).execute();
}

/** Deletes lapsed grants. Every database has the sandbox's tables; only development fills them. */
export async function deleteLapsedGrants(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('sandbox_grant').where('expires_at', '<=', now).execute();
}
