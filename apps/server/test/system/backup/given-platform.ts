import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { contentDir, type Election, elections, givenElection } from '../../../../../bench/world/given-election.ts';
import { givenFans, type SimulatedFan } from '../../../../../bench/world/given-fans.ts';
import { connectAsOwner, type OwnerConnection } from '../../../../../bench/world/owner-connection.ts';
import { runLightstick } from '../../world/run-lightstick.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';
import { startProgram } from '../process/start-program.ts';

export type Platform = Awaited<ReturnType<typeof givenPlatform>>;

/** A platform in a data folder of its own, its backups beside it, and a storm's election with fans who may vote. */
export async function givenPlatform(fanCount: number) {
  const scratch = await createScratchFolder();
  const dataDir = join(scratch.path, 'data');
  const backups = join(scratch.path, 'backups');
  const environment = {
    NODE_ENV: 'test',
    CONTENT_DIR: contentDir,
    RATE_LIMIT_FACTOR: '1000000',
    BACKUP_FOLDER: backups,
    BACKUP_PASSPHRASE: 'a sentence that this test alone knows',
    BACKUP_LOG: 'on',
  };
  const start = async (folder = dataDir) => {
    const program = startProgram({ ...environment, DATA_DIR: folder });
    const address = await program.address();
    return {
      ...program,
      url: address,
      async stop() {
        program.child.kill('SIGTERM');
        await program.ended;
      },
    };
  };
  const server = await start();
  await using owner = await connectAsOwner(dataDir);
  const election = await givenElection(owner.ownerPool, 'storm');
  const fans = await givenFans(owner.ownerPool, {
    fans: fanCount,
    votes: 1_000_000,
    voteAsset: elections.storm.voteAsset,
  });
  return {
    scratch,
    dataDir,
    backups,
    environment,
    election,
    fans,
    server,
    start,
    /** Runs the command line with the settings of the platform, on another data folder if one is given. */
    run: (words: readonly string[], given: Record<string, string> = {}) =>
      runLightstick(words, { ...environment, DATA_DIR: dataDir, ...given }),
  };
}

/** Casts one vote. */
export async function castVote(url: string, election: Election, fan: SimulatedFan, key: string = randomUUID()) {
  const response = await fetch(`${url}/activity/api/v1/vote/doVote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: fan.token, 'idempotency-key': key },
    body: JSON.stringify({ activityId: election.activityId, idolId: election.idolIds[0], num: 1 }),
  });
  return { status: response.status, text: await response.text() };
}

/** Returns the keys of the votes that a database has. */
export async function keysOfVotes({ ownerPool }: OwnerConnection): Promise<Set<string>> {
  const { rows } = await ownerPool.query<{ key: string }>('SELECT key FROM ledger.transfer WHERE reason = 10');
  return new Set(rows.map(({ key }) => key));
}

/** A digest of everything in a folder: names and contents. */
export async function digestOf(folder: string): Promise<string> {
  const digest = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.toSorted((a, b) =>
    join(a.parentPath, a.name).localeCompare(join(b.parentPath, b.name)),
  )) {
    const path = join(entry.parentPath, entry.name);
    digest.update(`${path}\n`);
    if (entry.isFile()) digest.update(await readFile(path));
  }
  return digest.digest('hex');
}

/** Waits until a query answers a row. */
export async function untilRow({ ownerPool }: OwnerConnection, query: string): Promise<void> {
  await expect.poll(async () => (await ownerPool.query(query)).rowCount, { timeout: 60_000, interval: 20 }).not.toBe(0);
}
