import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Clock } from '#/clock.ts';
import type { DB } from '#/db/schema.ts';
import { type Applied, applyPack } from './apply-pack.ts';
import { findAppliedPack, recordAppliedPack, recordSimulation, waitForTurn } from './content.store.ts';
import type { Pack } from './pack.ts';
import { anchorOf, resolvePackTime } from './pack-time.ts';
import { PackProblems } from './problem.ts';
import { readPack } from './read-pack.ts';
import { simulateBallots } from '#/dev/simulation/simulate-ballots.ts';
import { simulateHistory, type Simulated } from '#/dev/simulation/simulate-history.ts';
import { simulateSongs } from '#/dev/simulation/simulate-songs.ts';

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
  /** Whether simulated fans may be added; never where real ones vote. */
  readonly allowSimulation: boolean;
};

/**
 * Reads the content pack of a folder and applies it in one transaction. Applying it again changes nothing; several
 * replicas may do it at once.
 *
 * @throws PackProblems with everything that is wrong, each with its file, line and field
 */
export async function applyContent({
  ownerPool,
  clock,
  folder,
  allowSimulation,
}: ContentSource): Promise<ContentReport> {
  const { pack, problems } = await readPack(folder);
  if (!pack) throw new PackProblems(problems);
  // The pool stays the caller's: this wrapper has nothing of its own to close.
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: ownerPool }) });
  return db.transaction().execute((tx) => applyOnce(tx, pack, { now: clock.now(), allowSimulation }));
}

async function applyOnce(
  tx: Transaction<DB>,
  pack: Pack,
  { now, allowSimulation }: { now: Date; allowSimulation: boolean },
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
  const mayInvent = allowSimulation && !earlier?.simulatedAt;
  const simulated = mayInvent ? await simulate(tx, pack, { anchoredAt, now }) : undefined;
  if (simulated) await recordSimulation(tx, name, now);
  return { name, version, anchoredAt, applied, simulated };
}

async function simulate(
  tx: Transaction<DB>,
  { name, simulation, activities, songEvents, best7Polls }: Pack,
  { anchoredAt, now }: { anchoredAt: Date; now: Date },
): Promise<Simulated | undefined> {
  const activity = activities.find((entry) => entry.value.id === simulation?.activity)?.value;
  if (!simulation || !activity) return undefined;
  const opensAt = resolvePackTime(activity.opensAt, anchoredAt);
  if (opensAt >= now) return undefined;
  const closesAt = resolvePackTime(activity.closesAt, anchoredAt);
  const simulated = await simulateHistory(tx, { packName: name, simulation, activity, opensAt, closesAt, now });
  for (const { value: event } of songEvents) {
    const voteAsset = activities.find((entry) => entry.value.id === event.activity)?.value.voteAsset ?? '';
    await simulateSongs(tx, { simulation, event, voteAsset, anchoredAt, now });
  }
  for (const { value: poll } of best7Polls) await simulateBallots(tx, { simulation, poll, anchoredAt, now });
  return simulated;
}
