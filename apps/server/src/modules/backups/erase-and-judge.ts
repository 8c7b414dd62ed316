import { dirname, resolve } from 'node:path';
import type { Pool } from 'pg';
import type { Settings } from '#/config/settings.ts';
import type { Pools } from '#/db/connect.ts';
import { checkInvariants, describeViolations } from '#/modules/points/index.ts';
import { type ErasedAgain, readErasedList } from '#/modules/privacy/index.ts';

/** Erases fans of a restored database again; what every module keeps of a fan is known to the app alone. */
export type EraseAgain = (pools: Pools, accountIds: readonly string[]) => Promise<ErasedAgain>;

type EraseWish = {
  readonly settings: Pick<Settings, 'backups' | 'dataDir'>;
  /** The backup, beside which a list of erased fans may be. */
  readonly file?: string;
  readonly dataDir?: string | undefined;
  readonly eraseAgain: EraseAgain;
};

/** Erases again who left after a backup was taken, by all lists that can be found. */
export async function eraseListed(
  pools: Pools,
  { settings, file, dataDir = settings.dataDir, eraseAgain }: EraseWish,
): Promise<ErasedAgain> {
  const folders = new Set([settings.backups.folder, settings.dataDir, dataDir]);
  if (file !== undefined) folders.add(dirname(resolve(file)));
  const lists = await Promise.all([...folders].map(readErasedList));
  return eraseAgain(
    pools,
    lists.flat().map(({ accountId }) => accountId),
  );
}

/** What was found to be true of a restored database at the schema of this release. */
export type Judgement = {
  readonly erasedAgain: ErasedAgain;
  readonly invariants: number;
  /** A line for each row of the ledger that breaks a rule. */
  readonly broken: string | undefined;
};

/** Erases again who left after a backup was taken, and judges the ledger. */
export async function eraseAndJudge(pools: Pools, wish: EraseWish): Promise<Judgement> {
  const erasedAgain = await eraseListed(pools, wish);
  const { holding, broken } = await judgeLedger(pools.ownerPool);
  return { erasedAgain, invariants: holding, broken };
}

/**
 * Judges the ledger after rows or a schema changed.
 * @returns how many invariants hold, and a line for each row that breaks one
 */
export async function judgeLedger(
  pool: Pool,
): Promise<{ readonly holding: number; readonly broken: string | undefined }> {
  const { checked, violations } = await checkInvariants(pool);
  const broken = violations.length > 0 ? describeViolations(violations) : undefined;
  return { holding: checked.length - violations.length, broken };
}
