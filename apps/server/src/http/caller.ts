import type { OperatorRole, OperatorScope } from '@lightstick/contract';

/** A signed-in fan. */
export type Fan = {
  readonly id: number;
  readonly accountId: string;
  readonly joinedAt: Date;
  /** The sign-in of the token. What lasts longer than a call ends with it. */
  readonly signInId: string;
};

/** Finds the fan of a token. The module identity implements it. */
export type Sessions = {
  resolve(token: string): Promise<Fan | undefined>;
  /** Drops a token from this process's cache; called when its session ends. */
  forget(tokenHash: Buffer): void;
  /** Returns which of these sign-ins have ended, in any process. Those of erased fans are gone, and count as ended. */
  endedOf(signInIds: readonly string[]): Promise<ReadonlySet<string>>;
};

/** A member of the organiser's staff. */
export type Operator = {
  readonly id: number;
  readonly name: string;
  readonly role: OperatorRole;
  /** What the token of the call opens. */
  readonly scopes: readonly OperatorScope[];
};

/** Finds the operator of a token. The module operators implements it. */
export type Operators = {
  /** Finds the caller by the header `Authorization: Bearer …`; undefined for a token that is unknown, expired or revoked. */
  resolve(authorization: string | undefined): Promise<Operator | undefined>;
};
