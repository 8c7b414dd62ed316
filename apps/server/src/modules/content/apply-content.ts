import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Clock } from '#/lib/clock.ts';
import type { DB } from '#/db/schema.ts';
import { type Applied, applyPack } from './apply-pack.ts';
import { findAppliedPack, recordAppliedPack, recordSimulation, waitForTurn } from './content.store.ts';
import type { Pack } from './pack.ts';
import { anchorOf } from './pack-time.ts';
import { PackProblems } from './problem.ts';
import { readPack } from './read-pack.ts';

/** Invents a past for what a pack defines; undefined where there is none to invent. */
export type Simulate = (
  tx: Transaction<DB>,
  pack: Pack,
  times: { readonly anchoredAt: Date; readonly now: Date },
) => Promise<Simulated | undefined>;

export type Simulated = { readonly fans: number; readonly votes: number; readonly snapshots: number };

export type ContentReport = {
  readonly name: string;
  readonly version: string;
  /** What the pack's relative times count from. */
  readonly anchoredAt: Date;
  /** Nothing when the very same pack was applied last. */
  readonly applied: Applied | undefined;
  /** Nothing when there was no past to invent. */
  readonly simulated: Simulated | undefined;
};

export type ContentSource = {
  /** Connects as the owner: units and periods of the ledger are defined by nobody else. */
  readonly ownerPool: Pool;
  readonly clock: Clock;
  /** The folder of the content pack. */
  readonly folder: string;
  /** Adds simulated fans; left out where real ones vote. */
  readonly simulate?: Simulate | undefined;
};

/**
 * Reads the content pack of a folder and applies it in one transaction. Applying it again changes nothing; several
 * replicas may do it at once.
 *
 * @throws PackProblems with everything that is wrong, each with its file, line and field
 */
export async function applyContent({ ownerPool, clock, folder, simulate }: ContentSource): Promise<ContentReport> {
  const { pack, problems } = await readPack(folder);
  if (!pack) throw new PackProblems(problems);
  // The pool stays the caller's: this wrapper has nothing of its own to close.
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: ownerPool }) });
  return db.transaction().execute((tx) => applyOnce(tx, pack, { now: clock.now(), simulate }));
}

async function applyOnce(
  tx: Transaction<DB>,
  pack: Pack,
  { now, simulate }: { now: Date; simulate: Simulate | undefined },
): Promise<ContentReport> {
  await waitForTurn(tx);
  const earlier = await findAppliedPack(tx, pack.name);
  const anchoredAt = earlier?.anchoredAt ?? anchorOf(now);
  const { name, version, digest } = pack;

  let applied: Applied | undefined;
  if (!earlier?.digest.equals(digest)) {
    applied = await applyPack(tx, pack, { anchoredAt, now });
    await recordAppliedPack(tx, { name, version, digest, anchoredAt, appliedAt: now });
  }
  const simulated = earlier?.simulatedAt ? undefined : await simulate?.(tx, pack, { anchoredAt, now });
  if (simulated) await recordSimulation(tx, name, now);
  return { name, version, anchoredAt, applied, simulated };
}
