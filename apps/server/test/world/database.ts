import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Kysely } from 'kysely';
import { inject } from 'vitest';
import { createPools } from '#/db/connect.ts';
import type { DB } from '#/db/schema.ts';
import { checkInvariants, describeViolations } from '#/modules/points/invariants.view.ts';
import { invariantsOfWritten } from './invariants-of-tables.ts';
import { runStatement } from './run-statement.ts';
import { withDatabase } from './with-database.ts';

/** A database of one test file's own: migrated, empty, on a real PostgreSQL. */
export type TestDatabase = AsyncDisposable & {
  readonly url: string;
  /** Connects as the owner: it may look at and change anything. */
  readonly ownerPool: pg.Pool;
  /** Connects as the owner too, as the workers of the queue do. */
  readonly queuePool: pg.Pool;
  /** Connects as the application does. */
  readonly appPool: pg.Pool;
  /** The same as `appPool`, for votes alone. */
  readonly votePool: pg.Pool;
  /** Typed queries over `appPool`. */
  readonly db: Kysely<DB>;
};

/** Makes a database by cloning the migrated template. Its end checks the ledger's invariants, then drops it. */
export async function createDatabase(): Promise<TestDatabase> {
  const { serverUrl, template } = inject('database');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copies the files of the template; the default writes each page to the log too.
  await runStatement(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return openTestDatabase(withDatabase(serverUrl, name), () =>
    runStatement(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  );
}

/** Opens a database of any server. Its end checks the ledger's invariants, and then lets it be dropped. */
export function openTestDatabase(url: string, drop: () => Promise<void> = () => Promise.resolve()): TestDatabase {
  const pools = createPools({ ownerUrl: url, connections: 12 });
  // Forty at once wait for a connection in turns; how long that takes depends on the machine, not on the product.
  for (const pool of [pools.ownerPool, pools.queuePool, pools.appPool, pools.votePool]) {
    pool.options.connectionTimeoutMillis = 240_000;
  }
  return {
    url,
    ownerPool: pools.ownerPool,
    queuePool: pools.queuePool,
    appPool: pools.appPool,
    votePool: pools.votePool,
    db: pools.db,
    async [Symbol.asyncDispose]() {
      try {
        await checkLedger(pools.ownerPool);
      } finally {
        await pools.end();
        await drop();
      }
    },
  };
}

/** Fails with the offending rows unless every invariant of the ledger holds. */
export async function checkLedger(pool: pg.Pool): Promise<void> {
  const { invariants } = inject('database');
  const { violations } = await checkInvariants(pool, await invariantsOfWritten(pool, invariants));
  if (violations.length > 0) throw new Error(`The ledger is broken:\n${describeViolations(violations)}`);
}

/** Creates an empty database without our schema, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<AsyncDisposable & Pick<TestDatabase, 'url' | 'ownerPool'>> {
  const { serverUrl } = inject('database');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runStatement(serverUrl, `CREATE DATABASE ${name}`);
  const url = withDatabase(serverUrl, name);
  const pools = createPools({ ownerUrl: url });
  return {
    url,
    ownerPool: pools.ownerPool,
    async [Symbol.asyncDispose]() {
      await pools.end();
      await runStatement(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
