/** Writes src/db/schema.ts, the types of all tables, from a scratch database that has just been migrated. */
import { writeFile } from 'node:fs/promises';
import { createPools } from '#/db/connect.ts';
import { startEmbedded } from '#/db/embedded/index.ts';
import { migrate } from '#/db/migrate.ts';
import { createScratchFolder } from '../test/world/scratch-folder.ts';
import { schemaFile, schemaTypes } from './schema-types.ts';

await using folder = await createScratchFolder();
const server = await startEmbedded({ dataDir: folder.path, settings: { fsync: 'off' } });
try {
  const pools = createPools({ ownerUrl: server.ownerUrl });
  await migrate(pools.ownerPool);
  await pools.end();
  await writeFile(schemaFile, await schemaTypes(server.ownerUrl));
} finally {
  await server.stop();
}
