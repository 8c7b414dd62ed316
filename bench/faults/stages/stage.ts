import type { SeededRandom } from '../../../apps/server/src/lib/random-from-seed.ts';
import type { OwnerConnection, OwnerPool } from '../../world/owner-connection.ts';
import type { Sheet } from '../sheet.ts';
import type { World } from '../given-world.ts';

/** A fault that has been dealt. Instants are those of `performance.now()`. */
export type Struck = {
  /** Recovery counts from here: the kill, or the moment at which what was taken away is given back. */
  readonly atMs: number;
  /** The server that has to answer a vote again; any of them, when left out. */
  readonly address?: string;
};

/** A line of the table: what was counted, and its figure. */
export type Figure = readonly [name: string, figure: string | number];

/** Servers and a database with a way to harm them. One kind of round is played on one stage, from an empty database on. */
export type Stage = {
  /** Where fans send their votes. Each has one that is asked first; a vote without an answer is sent to the next. */
  readonly addresses: readonly [string, ...string[]];
  /** The faults of this kind, dealt in turn. */
  readonly faults: readonly [string, ...string[]];
  /** Why a vote may be refused for good here. */
  readonly refusals: readonly string[];
  /** Deals a fault, while fans go on voting. */
  strike(fault: string, during: { readonly random: SeededRandom; readonly sheet: Sheet }): Promise<Struck>;
  /** Puts fans and what they vote on in place. */
  givenWorld(ownerPool: OwnerPool): Promise<World>;
  /** A way to the database that no fault touches. */
  connectAsOwner(): Promise<OwnerConnection>;
  /** Resolves when every server says that it may be sent fans. */
  ready(): Promise<void>;
  /** Once no vote is on its way any more: what this kind alone can tell to be wrong, in words. */
  judge(ownerPool: OwnerPool, sheet: Sheet): Promise<string[]>;
  /** What this kind alone counts. */
  figures(): readonly Figure[];
  /** Stops the servers in order. Answers what was wrong with that, in words. */
  stop(): Promise<string[]>;
};

/** A kind that cannot be played on this machine. */
export type Skipped = { readonly skipped: string };

/** Opens a stage; everything that it starts is put on the stack, to be stopped whatever happens. */
export type OpenStage = (stack: AsyncDisposableStack) => Promise<Stage | Skipped>;

/** Refusals for which there is a reason wherever fans have few votes and a cap. */
export const usualRefusals = ['INSUFFICIENT_VOTES', 'DAILY_CAP_REACHED'] as const;

/** For kinds that have nothing of their own to judge or to count. */
export const nothingMore = {
  judge: (): Promise<string[]> => Promise.resolve([]),
  figures: (): readonly Figure[] => [],
};
