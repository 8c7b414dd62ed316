import type { OperatorRole } from '@lightstick/contract';

/** A signed-in fan, as every call sees them. */
export type Fan = { readonly id: number; readonly accountId: string; readonly joinedAt: Date };

/** Finds the fan behind a token. The module identity implements it. */
export type Sessions = {
  resolve(token: string): Promise<Fan | undefined>;
  /** Drops what this process remembers of a token; called when its session ends. */
  forget(tokenHash: Buffer): void;
};

/** A member of the organiser's staff, as every call of theirs sees them. */
export type Operator = { readonly id: number; readonly name: string; readonly role: OperatorRole };

/** Finds the operator behind a token. The module operators implements it. */
export type Operators = {
  /** By the header `Authorization: Bearer …`; nothing for a token that is not an operator's, or was revoked. */
  resolve(authorization: string | undefined): Promise<Operator | undefined>;
};
