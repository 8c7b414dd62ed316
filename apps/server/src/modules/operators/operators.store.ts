import { randomBytes } from 'node:crypto';
import type { OperatorRole } from '@lightstick/contract';
import type { Pool } from 'pg';
import { hashToken } from '#/lib/token.ts';
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
  const token = randomBytes(32).toString('base64url');
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
