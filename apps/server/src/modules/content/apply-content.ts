import type { Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Clock } from '#/lib/clock.ts';
import { queriesOver } from '#/db/connect.ts';
import type { DB } from '#/db/schema.ts';
import { type PackChanges, applyPack } from './apply-pack.ts';
import { findAppliedPack, keepFiles, recordAppliedPack, recordSimulation, waitForTurn } from './content.store.ts';
import { hasFiles } from './content.view.ts';
import { type PackFiles, readPackFiles } from './pack-files.ts';
import type { Pack } from './pack.ts';
import { anchorOf } from './pack-time.ts';
import { PackProblems } from './yaml-file.ts';
import { readPack } from './read-pack.ts';

/** Simulates the history of what a pack defines; undefined where nothing is simulated. */
export type Simulate = (
  tx: Transaction<DB>,
  pack: Pack,
  times: { readonly anchoredAt: Date; readonly now: Date },
) => Promise<SimulationCounts | undefined>;

type SimulationCounts = { readonly fans: number; readonly votes: number; readonly snapshots: number };

export type ContentReport = {
  readonly name: string;
  readonly version: string;
  /** The instant from which the pack's relative times count. */
  readonly anchoredAt: Date;
  /** Undefined when the same pack was applied last. */
  readonly applied: PackChanges | undefined;
  /** Whether the files of the pack are kept for `content export`, which those of a very large pack are not. */
  readonly keepsFiles: boolean;
  /** Undefined when nothing was simulated. */
  readonly simulated: SimulationCounts | undefined;
};

export type ContentSource = {
  /** Connects as the owner, the only role that may define units and periods of the ledger. */
  readonly ownerPool: Pool;
  readonly clock: Clock;
  /** The folder of the content pack. */
  readonly folder: string;
  /** Adds simulated fans; omitted in production. */
  readonly simulate?: Simulate | undefined;
};

/**
 * Reads the content pack of a folder and applies it in one transaction. Repeating it changes nothing, and several replicas
 * may run it at once.
 * @throws PackProblems with every problem, each with its file, line and field
 */
export async function applyContent({ ownerPool, clock, folder, simulate }: ContentSource): Promise<ContentReport> {
  const { pack, problems } = await readPack(folder);
  if (!pack) throw new PackProblems(problems);
  const files = await readPackFiles(folder, pack.fileNames);
  // The caller closes the pool.
  return queriesOver(ownerPool)
    .transaction()
    .execute((tx) => applyOnce(tx, pack, { files, now: clock.now(), simulate }));
}

async function applyOnce(
  tx: Transaction<DB>,
  pack: Pack,
  { files, now, simulate }: { files: PackFiles | undefined; now: Date; simulate: Simulate | undefined },
): Promise<ContentReport> {
  await waitForTurn(tx);
  const earlier = await findAppliedPack(tx, pack.name);
  const anchoredAt = earlier?.anchoredAt ?? pack.anchoredAt ?? anchorOf(now);
  const { name, version, digest } = pack;

  let applied: PackChanges | undefined;
  if (!earlier?.isLatest || !earlier.digest.equals(digest)) {
    const isToSimulate = simulate !== undefined && !earlier?.simulatedAt;
    const simulatedActivities = new Set(isToSimulate ? activitiesOf(pack.simulation) : []);
    applied = await applyPack(tx, pack, { anchoredAt, now, simulatedActivities });
    await recordAppliedPack(tx, { name, version, digest, anchoredAt, appliedAt: now });
  }
  // Also of a pack that a release before has applied, which kept none.
  if (applied || (files && !(await hasFiles(tx, pack)))) await keepFiles(tx, pack, files);
  const simulated = earlier?.simulatedAt ? undefined : await simulate?.(tx, pack, { anchoredAt, now });
  if (simulated) await recordSimulation(tx, name, now);
  return { name, version, anchoredAt, applied, keepsFiles: files !== undefined, simulated };
}

function activitiesOf(simulation: Pack['simulation']): string[] {
  return simulation ? [simulation, ...simulation.past].map(({ activity }) => activity) : [];
}
