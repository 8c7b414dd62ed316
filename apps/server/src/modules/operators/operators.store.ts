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
 * Adds an operator. Only the token's hash is stored, so the token is shown once.
 *
 * @param ownerPool - connects as the owner, because the application role cannot add operators.
 * @returns the token, or nothing when the name is or was in use.
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

/** Lists all operators by name, including revoked ones. */
export async function listOperators(ownerPool: Pool): Promise<readonly ListedOperator[]> {
  const { rows } = await ownerPool.query<ListedOperator>(
    `SELECT name, role, created_at AS "createdAt", revoked_at AS "revokedAt" FROM operator ORDER BY name`,
  );
  return rows;
}

/** Revokes an operator's token from the next call on. Returns false without an active operator of that name. */
export async function revokeOperator(ownerPool: Pool, { name, at }: { name: string; at: Date }): Promise<boolean> {
  const { rowCount } = await ownerPool.query(
    `UPDATE operator SET revoked_at = greatest($2, created_at) WHERE name = $1 AND revoked_at IS NULL`,
    [name, at],
  );
  return rowCount === 1;
}

/** Operators' actions stay, under the pseudonym of an erased fan. */
export const operatorPersonalData: PersonalData = {
  erased: [],
  kept: {
    operator_act: 'The audit of operators names fans by their account id alone, which identifies no one after erasure.',
  },
};

/** Queries the database per call: operators' calls are few, and a revoked token must fail everywhere at once. */
export function createOperators({ pool }: { readonly pool: Pool }): Operators {
  return {
    async resolve(authorization) {
      const token = bearerToken(authorization);
      if (token === undefined) return undefined;
      const { rows } = await pool.query<Operator>({
        name: 'operator-of-token',
        // Compares hashes, so that timing reveals nothing about a token.
        text: 'SELECT id, name, role FROM operator WHERE token_hash = $1 AND revoked_at IS NULL',
        values: [hashToken(token)],
      });
      return rows[0];
    },
  };
}

/** The bearer token of RFC 6750: 32 random bytes as base64url; other values are not looked up. */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/i.exec(authorization ?? '')?.[1];
}
