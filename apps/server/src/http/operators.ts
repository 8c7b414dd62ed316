import type { OperatorRole } from '@lightstick/contract';
import type { Pool } from 'pg';
import { tokenHash } from '#/token-hash.ts';

/** Somebody of the organiser's, as every call of theirs sees them. */
export type Operator = { readonly id: number; readonly name: string; readonly role: OperatorRole };

/** Who is behind a token. Operators are added and revoked by command; here they are only recognised. */
export type Operators = {
  /** By the header `Authorization: Bearer …`; nothing for a token that is not an operator's, or was revoked. */
  resolve(authorization: string | undefined): Promise<Operator | undefined>;
};

/** Asks the database each time: operators' calls are few, and a revoked token must be good nowhere from then on. */
export function createOperators({ pool }: { readonly pool: Pool }): Operators {
  return {
    async resolve(authorization) {
      const token = bearerToken(authorization);
      if (token === undefined) return undefined;
      const { rows } = await pool.query<Operator>({
        name: 'operator-of-token',
        // Compared as a hash, so that the time it takes tells nothing about a token.
        text: 'SELECT id, name, role FROM operator WHERE token_hash = $1 AND revoked_at IS NULL',
        values: [tokenHash(token)],
      });
      return rows[0];
    },
  };
}

/** The token of RFC 6750: 32 random bytes as base64url, of which anything else is not looked up. */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/i.exec(authorization ?? '')?.[1];
}
