import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Settings } from './config/settings.ts';
import type { ClusterClock } from './db/cluster-clock.ts';
import type { HeavyReads, Replica } from './db/heavy-reads.ts';
import type { DB } from './db/schema.ts';
import type { CurrentBrand } from './config/brand.ts';
import type { Fan, Operators, Sessions } from './http/caller.ts';
import type { Health } from './http/health.ts';
import type { Hold } from './http/hold.ts';
import type { Metrics } from './http/metrics.ts';
import type { Job } from './jobs/job.ts';
import type { Clock } from './lib/clock.ts';
import type { Log } from './log.ts';

/** Connections for short reads with short timeouts; `retryOnLostConnection` repeats a read when its connection was lost. */
type LookUps = { readonly pool: Pool; readonly db: Kysely<DB> };

/** The input of `createServices`, from the real server and from tests. */
export type Foundations = {
  readonly settings: Settings;
  readonly clock: Clock;
  /** The time that all processes agree on; defaults to this process's clock. */
  readonly clusterClock?: ClusterClock;
  readonly log: Log;
  readonly db: Kysely<DB>;
  /** The pool under `db`, for named statements on hot paths. */
  readonly pool: Pool;
  /** Connections for votes only. */
  readonly votePool: Pool;
  /** Connections for short reads that votes wait for; default to those of calls. */
  readonly lookUps?: LookUps;
  /** Connections for long reads; defaults to `db`. */
  readonly heavyDb?: Kysely<DB>;
  /** A read replica for such reads. */
  readonly replica?: Replica | undefined;
  /** Whether the platform is held; by default it never is. */
  readonly hold?: Hold;
  /** The metrics of all workers, if this process is one of several. */
  readonly metricsOfAll?: (() => Promise<string>) | undefined;
};

/** The services for modules. A module declares what it uses by `Pick<Services, …>`. */
export type Services = Foundations & {
  readonly lookUps: LookUps;
  readonly hold: Hold;
  readonly clusterClock: ClusterClock;
  readonly brand: CurrentBrand;
  readonly sessions: Sessions;
  readonly operators: Operators;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly heavyReads: HeavyReads;
};

/** A fan's data export. */
export type MyData = DataOf<Contract['POST /wallet/api/v1/user/getMyData']>;

/** A fan whose days of grace are over, before the erasure. */
export type FanToErase = {
  readonly id: number;
  readonly email: string | null;
  readonly walletAddress: string | null;
  readonly avatarFile: string | null;
  readonly language: Language;
};

type ExportRequest = {
  readonly fan: Fan;
  readonly language: Language;
  /** The most rows of one kind; the newest are exported. */
  readonly mostRows: number;
};

/**
 * A module's personal data and how to erase and export it. A test fails unless each table that refers to fans is named by
 * exactly one module.
 */
export type PersonalData = {
  /** Tables that contain nothing about the fan after `erase`. */
  readonly erased: readonly string[];
  /** Tables that stay under the pseudonym, each with the reason. */
  readonly kept: Readonly<Record<string, string>>;
  /**
   * Erases in the transaction that turns the fan into a pseudonym. Data outside the database is deleted by a job that this
   * transaction enqueues, so it goes exactly if the transaction commits.
   */
  erase?(tx: Transaction<DB>, fan: FanToErase, now: Date): Promise<void>;
  /** Copies the module's part of the export; all parts are read from one snapshot. */
  copy?(db: Kysely<DB>, wish: ExportRequest): Promise<Partial<MyData>>;
};

/** What a module adds to the server. Its routes and jobs may need more than the services, from other modules. */
export type Module<RouteNeeds = unknown, JobNeeds = unknown> = {
  routes?(server: FastifyInstance, given: Services & RouteNeeds): void;
  jobs?(given: Services & JobNeeds): Job[];
  personalData?(given: Pick<Services, 'settings'>): PersonalData[];
};
