import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { ClusterClock } from './cluster/cluster-clock.ts';
import type { Settings } from './config/settings.ts';
import type { HeavyReads, Replica } from './db/heavy-reads.ts';
import type { DB } from './db/schema.ts';
import type { Fan, Operators, Sessions } from './http/caller.ts';
import type { Health } from './http/health.ts';
import type { Metrics } from './http/metrics.ts';
import type { Clock } from './lib/clock.ts';
import type { Log } from './log.ts';

/** Connections for short reads that give up soon; `retryOnLostConnection` asks again when a connection was lost. */
type LookUps = { readonly pool: Pool; readonly db: Kysely<DB> };

/** What `createServices` is given, by the real server and by tests. */
export type Foundations = {
  readonly settings: Settings;
  readonly clock: Clock;
  /** The time that all processes agree on; this process's clock when left out. */
  readonly clusterClock?: ClusterClock;
  readonly log: Log;
  readonly db: Kysely<DB>;
  /** The pool under `db`, for named statements on hot paths. */
  readonly pool: Pool;
  /** Connections for votes alone. */
  readonly votePool: Pool;
  /** Connections for short reads that votes wait for; those of calls where there are none. */
  readonly lookUps?: LookUps;
  /** Connections for reads that take long; `db` where there are none. */
  readonly heavyDb?: Kysely<DB>;
  /** A copy of the database for such reads. */
  readonly replica?: Replica | undefined;
  /** Everybody's metrics, where this process is one of several workers. */
  readonly metricsOfAll?: (() => Promise<string>) | undefined;
};

/** What the composition root hands to modules. A module asks for the fields it uses by `Pick<Services, …>`. */
export type Services = Foundations & {
  readonly lookUps: LookUps;
  readonly clusterClock: ClusterClock;
  readonly sessions: Sessions;
  readonly operators: Operators;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly heavyReads: HeavyReads;
};

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

type ExportRequest = {
  readonly fan: Fan;
  readonly language: Language;
  /** Rows of one kind, at most; the newest. */
  readonly mostRows: number;
};

/**
 * What a module keeps on fans, and how it lets go of it. Every table that could lead to a fan is named by one module, or
 * a test fails.
 */
export type PersonalData = {
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
  copy?(db: Kysely<DB>, wish: ExportRequest): Promise<Partial<MyData>>;
};
