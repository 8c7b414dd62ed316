import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { parseSettings } from '#/config/settings.ts';
import { createPools } from '#/db/connect.ts';
import { startEmbedded } from '#/db/embedded/index.ts';
import { migrate } from '#/db/migrate.ts';
import { installQueue } from '#/jobs/queue.ts';
import { createLog } from '#/log.ts';
import { makeKeyPair } from '#/modules/identity/secrets.ts';
import { checkInvariants, describeViolations } from '#/modules/points/invariants.view.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { DatabaseServer, TestKeyPair } from './vitest-types.ts';
import { invariantsOfTables } from './invariants-of-tables.ts';
import { runStatement } from './run-statement.ts';
import { createScratchFolder } from './scratch-folder.ts';
import { withDatabase } from './with-database.ts';

/** Tests survive no power cut, so nothing needs to reach the disk; tests of durability have separate servers. */
const withoutDurability = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Short-lived databases need no vacuum and no log.
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_connections: 300,
};

/**
 * Brings one PostgreSQL for all integration tests, an embedded one or the one of DATABASE_URL, with a migrated template
 * that each test file clones.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `template_${randomBytes(8).toString('hex')}`;
  await runStatement(server.url, `CREATE DATABASE ${template}`);

  const pools = createPools({ ownerUrl: withDatabase(server.url, template) });
  await migrate(pools.ownerPool);
  await installQueue(pools.ownerPool, createLog('silent'));
  const invariants = await invariantsOfTables(pools.ownerPool);
  const { violations } = await checkInvariants(pools.ownerPool, invariants);
  if (violations.length > 0) throw new Error(`The template is broken:\n${describeViolations(violations)}`);
  await pools.end();

  const provided: DatabaseServer = { serverUrl: server.url, template, invariants };
  project.provide('database', provided);
  project.provide('keyPair', await makeTestKeyPair());
  return async () => {
    await runStatement(server.url, `DROP DATABASE ${template} WITH (FORCE)`);
    await server.stop();
  };
}

async function makeTestKeyPair(): Promise<TestKeyPair> {
  const { serverSecret } = parseSettings({ NODE_ENV: 'test' }, process.cwd());
  const keys = createServerKeys(serverSecret);
  const { id, publicKey, sealedPrivateKey } = await makeKeyPair(keys, new Date());
  return { publicKey, privateKey: keys.open('secret-key', sealedPrivateKey, id).toString('base64') };
}

async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
  const folder = await createScratchFolder();
  const server = await startEmbedded({ dataDir: folder.path, settings: withoutDurability });
  return {
    url: server.ownerUrl,
    async stop() {
      await server.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}
