import type { OperatorRole } from '@lightstick/contract';
import type { Pool } from 'pg';
import type { Operator, Operators } from '#/http/caller.ts';
import { hashToken, randomToken } from '#/lib/token.ts';
import type { PersonalData } from '#/services.ts';

type ListedOperator = {
  readonly name: string;
  readonly role: OperatorRole;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
};

/**
 * Adds an operator. The token is kept as its hash only, so this is the one time it can be told.
 *
 * @param ownerPool - connects as the owner: the application may not make operators.
 * @returns the token, or nothing when the name is taken, also by an operator who was revoked.
 */
export async function addOperator(
  ownerPool: Pool,
  { name, role, at }: { name: string; role: OperatorRole; at: Date },
): Promise<string | undefined> {
  const token = randomToken();
  const { rowCount } = await ownerPool.query(
    `INSERT INTO operator (name, role, token_hash, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING`,
    [name, role, hashToken(token), at],
  );
  return rowCount === 1 ? token : undefined;
}

/** Every operator there was, by name. */
export async function listOperators(ownerPool: Pool): Promise<readonly ListedOperator[]> {
  const { rows } = await ownerPool.query<ListedOperator>(
    `SELECT name, role, created_at AS "createdAt", revoked_at AS "revokedAt" FROM operator ORDER BY name`,
  );
  return rows;
}

/** Makes an operator's token worthless from the next call on. Answers false when there is no such operator any more. */
export async function revokeOperator(ownerPool: Pool, { name, at }: { name: string; at: Date }): Promise<boolean> {
  const { rowCount } = await ownerPool.query(
    `UPDATE operator SET revoked_at = greatest($2, created_at) WHERE name = $1 AND revoked_at IS NULL`,
    [name, at],
  );
  return rowCount === 1;
}

/** What operators did to fans: it stays, by the pseudonym that the fan becomes. */
export const operatorPersonalData: PersonalData = {
  erased: [],
  kept: {
    operator_act: 'The audit of operators names fans by their account id alone, which tells nobody who they were.',
  },
};

/** Asks the database each time: operators' calls are few, and a revoked token must fail at once everywhere. */
export function createOperators({ pool }: { readonly pool: Pool }): Operators {
  return {
    async resolve(authorization) {
      const token = bearerToken(authorization);
      if (token === undefined) return undefined;
      const { rows } = await pool.query<Operator>({
        name: 'operator-of-token',
        // Compared as a hash, so that the time it takes tells nothing about a token.
        text: 'SELECT id, name, role FROM operator WHERE token_hash = $1 AND revoked_at IS NULL',
        values: [hashToken(token)],
      });
      return rows[0];
    },
  };
}

/** The token of RFC 6750: 32 random bytes as base64url, of which anything else is not looked up. */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/i.exec(authorization ?? '')?.[1];
}
