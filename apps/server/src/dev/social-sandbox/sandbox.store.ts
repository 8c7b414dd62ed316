import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { hashToken } from '#/lib/token.ts';
import type { SocialProvider } from '#/config/providers.ts';

export type SandboxAccount = { readonly id: string; readonly name: string };
export type SandboxAction = 'follow' | 'repost' | 'like';

/** A code or token that the sandbox issued, and what it opens. */
export type SandboxGrant = {
  readonly kind: 'code' | 'access' | 'refresh';
  readonly secret: string;
  readonly accountId: string;
  readonly consentId: string;
  readonly scope: string[];
  readonly redirectUri: string | null;
  readonly codeChallenge: string | null;
  readonly expiresAt: Date;
};

const offeredAccounts = 6;

/** Lists the selectable accounts, newest first. */
export async function listAccounts(db: Kysely<DB>, provider: SocialProvider): Promise<SandboxAccount[]> {
  return db
    .selectFrom('sandbox_account')
    .select(['id', 'name'])
    .where('provider', '=', provider)
    .orderBy('id', 'desc')
    .limit(offeredAccounts)
    .execute();
}

export async function findAccount(
  db: Kysely<DB>,
  provider: SocialProvider,
  name: string,
): Promise<SandboxAccount | undefined> {
  return db
    .selectFrom('sandbox_account')
    .select(['id', 'name'])
    .where('provider', '=', provider)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Returns the account of that name, created if necessary. */
export async function openAccount(
  db: Kysely<DB>,
  account: { id: string; provider: SocialProvider; name: string },
): Promise<SandboxAccount> {
  const { id, provider, name } = account;
  return (
    db
      .insertInto('sandbox_account')
      .values({ id, provider, name })
      // An update without effect, so that an existing row is returned.
      .onConflict((conflict) => conflict.columns(['provider', 'name']).doUpdateSet({ name }))
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  );
}

export async function insertGrant(db: Kysely<DB>, grant: SandboxGrant): Promise<void> {
  await db
    .insertInto('sandbox_grant')
    .values({
      secret_hash: hashToken(grant.secret),
      kind: grant.kind,
      account_id: grant.accountId,
      consent_id: grant.consentId,
      scope: grant.scope,
      redirect_uri: grant.redirectUri,
      code_challenge: grant.codeChallenge,
      expires_at: grant.expiresAt,
    })
    .execute();
}

export async function findGrant(db: Kysely<DB>, kind: SandboxGrant['kind'], secret: string) {
  return db
    .selectFrom('sandbox_grant as g')
    .innerJoin('sandbox_account as a', 'a.id', 'g.account_id')
    .select([
      'g.account_id as accountId',
      'g.consent_id as consentId',
      'g.scope',
      'g.redirect_uri as redirectUri',
      'g.code_challenge as codeChallenge',
      'g.expires_at as expiresAt',
      'a.name',
      'a.provider',
    ])
    .where('g.secret_hash', '=', hashToken(secret))
    .where('g.kind', '=', kind)
    .executeTakeFirst();
}

/** Uses up a code or a refresh token. Returns false when it was used before. */
export async function deleteGrant(db: Kysely<DB>, kind: SandboxGrant['kind'], secret: string): Promise<boolean> {
  const row = await db
    .deleteFrom('sandbox_grant')
    .where('secret_hash', '=', hashToken(secret))
    .where('kind', '=', kind)
    .returning('kind')
    .executeTakeFirst();
  return row !== undefined;
}

/** Revokes everything of a token's consent. */
export async function revokeConsent(db: Kysely<DB>, token: string): Promise<void> {
  await db
    .deleteFrom('sandbox_grant')
    .where('consent_id', 'in', (of) =>
      of.selectFrom('sandbox_grant').select('consent_id').where('secret_hash', '=', hashToken(token)),
    )
    .execute();
}

export async function listActions(db: Kysely<DB>, accountId: string): Promise<ReadonlySet<SandboxAction>> {
  const rows = await db
    .selectFrom('sandbox_action')
    .select('action')
    .where('account_id', '=', accountId)
    .$castTo<{ action: SandboxAction }>()
    .execute();
  return new Set(rows.map((row) => row.action));
}

/** Does or undoes an action. */
export async function setAction(
  db: Kysely<DB>,
  { accountId, action, done }: { accountId: string; action: SandboxAction; done: boolean },
): Promise<void> {
  if (!done) {
    await db.deleteFrom('sandbox_action').where('account_id', '=', accountId).where('action', '=', action).execute();
    return;
  }
  await db
    .insertInto('sandbox_action')
    .values({ account_id: accountId, action })
    .onConflict((conflict) => conflict.columns(['account_id', 'action']).doNothing())
    .execute();
}
