import { timingSafeEqual } from 'node:crypto';
import type { OperatorRole, OperatorScope } from '@lightstick/contract';
import type { Pool } from 'pg';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Operator, Operators } from '#/http/caller.ts';
import type { Clock } from '#/lib/clock.ts';
import { hashToken, randomToken } from '#/lib/token.ts';
import { scopesOfRole } from './tokens.rules.ts';

/** Why a token is not added, in a sentence. */
export class TokenRefused extends Error {}

export type NewToken = {
  /** Without scopes all of the role. */
  readonly scopes?: readonly OperatorScope[] | undefined;
  readonly lifetimeMs: number;
  /** The account on the machine that adds it. */
  readonly createdBy: string;
  readonly at: Date;
};

/**
 * Adds an operator with a first token. Only the token's hash is stored, so the token is shown once.
 *
 * @param ownerPool - connects as the owner, because the application role cannot add operators.
 * @throws TokenRefused when the name is or was in use, or the role has no such scope
 */
export async function addOperator(
  ownerPool: Pool,
  { name, role, ...wish }: NewToken & { readonly name: string; readonly role: OperatorRole },
): Promise<string> {
  const token = randomToken();
  const { rowCount } = await ownerPool.query(
    `WITH added AS (
       INSERT INTO operator (name, role, created_at) VALUES ($1, $2, $5) ON CONFLICT (name) DO NOTHING RETURNING id
     )
     INSERT INTO operator_token (operator_id, name, token_hash, scopes, created_at, created_by, expires_at)
     SELECT id, 'first', $3, $4, $5, $6, $7 FROM added`,
    [name, role, hashToken(token), boundScopes(role, wish.scopes), wish.at, wish.createdBy, endOf(wish)],
  );
  if (rowCount !== 1) throw new TokenRefused(`There is an operator ${name} already, or was one.`);
  return token;
}

type NamedToken = { readonly name: string; readonly token: string };

/**
 * Adds a token of an operator, by default named `token-N`.
 * @throws TokenRefused without an active operator of that name, when the token's name is or was in use, and for scopes that
 * the role does not have
 */
export async function addOperatorToken(
  ownerPool: Pool,
  { operator, name, ...wish }: NewToken & { readonly operator: string; readonly name?: string | undefined },
): Promise<NamedToken> {
  const { rows: operators } = await ownerPool.query<{ id: number; role: OperatorRole }>(
    'SELECT id, role FROM operator WHERE name = $1 AND revoked_at IS NULL',
    [operator],
  );
  const [found] = operators;
  if (!found) throw new TokenRefused(`There is no operator ${operator}, or they were revoked.`);
  const token = randomToken();
  const { rows } = await ownerPool.query<{ name: string }>(
    `INSERT INTO operator_token (operator_id, name, token_hash, scopes, created_at, created_by, expires_at)
     SELECT $1, coalesce($2, 'token-' || count(*) + 1), $3, $4, $5, $6, $7 FROM operator_token WHERE operator_id = $1
     ON CONFLICT (operator_id, name) DO NOTHING RETURNING name`,
    [
      found.id,
      name ?? null,
      hashToken(token),
      boundScopes(found.role, wish.scopes),
      wish.at,
      wish.createdBy,
      endOf(wish),
    ],
  );
  const [added] = rows;
  if (!added) throw new TokenRefused(`${operator} has or had a token of this name: choose another.`);
  return { name: added.name, token };
}

function boundScopes(role: OperatorRole, wished: readonly OperatorScope[] | undefined): readonly OperatorScope[] {
  const possible = scopesOfRole(role);
  const beyond = wished?.filter((scope) => !possible.includes(scope)) ?? [];
  if (beyond.length === 0) return wished ?? possible;
  throw new TokenRefused(`The role ${role} has no ${beyond.join(', ')}. It has: ${possible.join(', ')}.`);
}

function endOf({ at, lifetimeMs }: NewToken): Date {
  return new Date(at.getTime() + lifetimeMs);
}

export type ListedToken = {
  readonly operator: string;
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
};

/** Lists all tokens, or those of one operator, oldest first, including revoked and expired ones. */
export async function listOperatorTokens(ownerPool: Pool, operator?: string): Promise<readonly ListedToken[]> {
  const { rows } = await ownerPool.query<ListedToken>(
    `SELECT o.name AS operator, t.name, t.scopes, t.created_at AS "createdAt", t.created_by AS "createdBy",
            t.expires_at AS "expiresAt", u.used_at AS "usedAt", coalesce(t.revoked_at, o.revoked_at) AS "revokedAt"
       FROM operator_token t JOIN operator o ON o.id = t.operator_id
       LEFT JOIN operator_token_use u ON u.token_id = t.id
      WHERE $1::text IS NULL OR o.name = $1 ORDER BY t.id`,
    [operator ?? null],
  );
  return rows;
}

/** Revokes one token from the next call on. Returns false without a token of that name that is not revoked. */
export async function revokeOperatorToken(
  ownerPool: Pool,
  { operator, name, at }: { readonly operator: string; readonly name: string; readonly at: Date },
): Promise<boolean> {
  // The release before looks the hash up in the table of operators.
  const { rowCount } = await ownerPool.query(
    `WITH revoked AS (
       UPDATE operator_token t SET revoked_at = greatest($3, t.created_at) FROM operator o
        WHERE o.id = t.operator_id AND o.name = $1 AND t.name = $2 AND t.revoked_at IS NULL
       RETURNING t.operator_id, t.token_hash
     ), forgotten AS (
       UPDATE operator o SET token_hash = NULL FROM revoked r WHERE o.id = r.operator_id AND o.token_hash = r.token_hash
     )
     SELECT FROM revoked`,
    [operator, name, at],
  );
  return rowCount === 1;
}

export type EndingToken = { readonly operator: string; readonly name: string; readonly expiresAt: Date };

/** Returns the tokens that are good at a time and end by another one. */
export async function readEndingTokens(
  db: Kysely<DB>,
  { at, by }: { readonly at: Date; readonly by: Date },
): Promise<readonly EndingToken[]> {
  return db
    .selectFrom('operator_token as t')
    .innerJoin('operator as o', 'o.id', 't.operator_id')
    .select(['o.name as operator', 't.name', 't.expires_at as expiresAt'])
    .where('t.revoked_at', 'is', null)
    .where('o.revoked_at', 'is', null)
    .where('t.expires_at', '>', at)
    .where('t.expires_at', '<=', by)
    .orderBy('t.expires_at')
    .execute();
}

const minuteMs = 60_000;

type FoundToken = Operator & { readonly tokenId: number; readonly tokenHash: Buffer; readonly usedAt: Date | null };

/** Queries the database per call: operators' calls are few, and a revoked token must fail everywhere at once. */
export function createOperators({
  pool,
  db,
  clock,
}: {
  readonly pool: Pool;
  readonly db: Kysely<DB>;
  readonly clock: Pick<Clock, 'now'>;
}): Operators {
  return {
    async resolve(authorization) {
      const token = bearerToken(authorization);
      if (token === undefined) return undefined;
      const [hash, at] = [hashToken(token), clock.now()];
      const { rows } = await pool.query<FoundToken>({
        name: 'operator-of-token',
        // Compares hashes, so that timing reveals nothing about a token.
        text: `SELECT o.id, o.name, o.role, t.scopes, t.id AS "tokenId", t.token_hash AS "tokenHash",
                      u.used_at AS "usedAt"
                 FROM operator_token t JOIN operator o ON o.id = t.operator_id
                 LEFT JOIN operator_token_use u ON u.token_id = t.id
                WHERE t.token_hash = $1 AND t.revoked_at IS NULL AND o.revoked_at IS NULL AND t.expires_at > $2`,
        values: [hash, at],
      });
      const [found] = rows;
      if (!found || !timingSafeEqual(found.tokenHash, hash)) return undefined;
      const { tokenId, tokenHash: _hash, usedAt, ...operator } = found;
      if (usedAt === null || usedAt.getTime() <= at.getTime() - minuteMs) await noteUse(db, tokenId, at);
      return operator;
    },
  };
}

/** Notes that a token is used. A use of the same minute is not written; one that another process writes is left to it. */
async function noteUse(db: Kysely<DB>, tokenId: number, at: Date): Promise<void> {
  await sql`
    INSERT INTO operator_token_use AS u (token_id, used_at) VALUES (${tokenId}, ${at})
    ON CONFLICT (token_id) DO UPDATE SET used_at = excluded.used_at
     WHERE u.used_at <= ${new Date(at.getTime() - minuteMs)}`.execute(db);
}

/** Returns the bearer token of RFC 6750: 32 random bytes as base64url; other values are not looked up. */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/i.exec(authorization ?? '')?.[1];
}
