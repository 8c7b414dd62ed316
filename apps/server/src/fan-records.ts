import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Fan } from '#/http/session.ts';

/** The copy of everything about a fan that they may take along. */
export type MyData = DataOf<Contract['POST /wallet/api/v1/user/getMyData']>;

/** A fan whose days of grace are over, as they were until now. */
export type LeavingFan = {
  readonly id: number;
  readonly email: string | null;
  readonly walletAddress: string | null;
  readonly avatarFile: string | null;
  readonly language: Language;
};

export type CopyWish = {
  readonly fan: Fan;
  readonly language: Language;
  /** Rows of one kind, at most; the newest. */
  readonly mostRows: number;
};

/**
 * What a module keeps on fans, and how it lets go of it. Every table that could lead to a fan is named by one module, or
 * a test fails.
 */
export type FanRecords = {
  /** Tables of which nothing that tells who the fan was is left after `erase`. */
  readonly erased: readonly string[];
  /** Tables that stay, under the pseudonym, each with the reason. */
  readonly kept: Readonly<Record<string, string>>;
  /**
   * Erases in the transaction that makes the fan a pseudonym. What lies outside the database goes by a job queued in it,
   * so that it goes exactly when the transaction commits.
   */
  erase?(tx: Transaction<DB>, fan: LeavingFan, now: Date): Promise<void>;
  /** The module's part of the copy; all parts are read as of one moment. */
  copy?(db: Kysely<DB>, wish: CopyWish): Promise<Partial<MyData>>;
};
