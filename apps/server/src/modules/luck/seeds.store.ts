import { hash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** Returns a server seed of 32 random bytes. */
export function newSeed(): Buffer {
  return randomBytes(32);
}

type NewSeed = {
  readonly subjectId: string;
  readonly epoch: number;
  readonly seed: Uint8Array;
  readonly startedAt: Date;
  /** The start of a box or a red-envelope draw: the first opening under it, and the rest of each prize. */
  readonly start?: { readonly firstNonce: number; readonly left: readonly number[] };
};

/** Stores a seed with its commitment; the seed is secret until `revealSeed`. */
export async function insertSeed(
  tx: Transaction<DB>,
  { subjectId, epoch, seed, startedAt, start }: NewSeed,
): Promise<void> {
  await tx
    .insertInto('luck_seed')
    .values({
      subject_id: subjectId,
      epoch,
      seed: Buffer.from(seed),
      commitment: hash('sha256', seed, 'buffer'),
      started_at: startedAt,
      first_nonce: start?.firstNonce ?? null,
      left_at_start: start ? [...start.left] : null,
    })
    .execute();
}

export type Seed = {
  readonly epoch: number;
  readonly seed: Buffer;
  readonly commitment: Buffer;
  readonly startedAt: Date;
  readonly firstNonce: number | null;
  readonly leftAtStart: readonly number[] | null;
  readonly revealedAt: Date | null;
};

/** Finds the seed of an epoch, or the latest one. Only the server may see the seed while `revealedAt` is null. */
export async function findSeed(db: Kysely<DB>, subjectId: string, epoch?: number): Promise<Seed | undefined> {
  return db
    .selectFrom('luck_seed')
    .select([
      'epoch',
      'seed',
      'commitment',
      'started_at as startedAt',
      'first_nonce as firstNonce',
      'left_at_start as leftAtStart',
      'revealed_at as revealedAt',
    ])
    .where('subject_id', '=', subjectId)
    .where((seed) => (epoch === undefined ? seed.lit(true) : seed('epoch', '=', epoch)))
    .orderBy('epoch', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Makes the current seed public, if it is not yet. */
export async function revealSeed(tx: Transaction<DB>, subjectId: string, at: Date): Promise<void> {
  await tx
    .updateTable('luck_seed')
    .set({ revealed_at: sql<Date>`greatest(${at}, started_at)` })
    .where('subject_id', '=', subjectId)
    .where('revealed_at', 'is', null)
    .execute();
}

/** Finds the promise of the current seed of a box or red-envelope draw, without the seed. */
export async function findPromise(
  db: Kysely<DB>,
  subjectId: string,
): Promise<{ readonly epoch: number; readonly commitment: string }> {
  const promise = await db
    .selectFrom('luck_seed')
    .select(['epoch', sql<string>`encode(commitment, 'hex')`.as('commitment')])
    .where('subject_id', '=', subjectId)
    .where('revealed_at', 'is', null)
    .executeTakeFirst();
  if (!promise) throw new Error(`Campaign ${subjectId} has no secret seed`);
  return promise;
}
