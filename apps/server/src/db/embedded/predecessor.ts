import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { removeSocketFolder } from './folders.ts';
import { databaseName, socketUrl } from './names.ts';
import { findLiveServer, readPidFile, removePidFile } from './pid-file.ts';

const pollMs = 20;
/** Longer than a watchdog needs to notice that its owner has died. */
const graceMs = 3_000;
/** Longer than a watchdog waits before it stops a server the hard way. */
const shutdownTimeoutMs = 60_000;

/**
 * Waits until the server of an owner that died is gone. Its watchdog stops it within a moment; should the watchdog
 * have been killed too, the server is stopped here, because a server nobody watches would outlive us as well.
 */
export async function outliveOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const start = Date.now();
  let asked = false;
  // After a power cut or a kill the pid file and the socket's folder stay; PostgreSQL would refuse to start over them.
  const stale = await readPidFile(cluster);
  for (;;) {
    const server = await findLiveServer(cluster);
    if (server === undefined) break;
    if (!asked && server.status === 'ready' && Date.now() - start > graceMs) {
      log(`Stopping PostgreSQL (process ${server.pid}), which was left running on ${cluster} by a program that ended.`);
      process.kill(server.pid, 'SIGINT');
      asked = true;
    }
    if (Date.now() - start > shutdownTimeoutMs) {
      throw new Error(
        `PostgreSQL (process ${server.pid}) keeps running on ${cluster} and cannot be stopped. Stop it and start again.`,
      );
    }
    await sleep(pollMs);
  }
  if (stale !== undefined) await removeSocketFolder(stale.socketFolder);
  await removePidFile(cluster);
}

/**
 * The socket folder of the server that another living process runs on this cluster, once it answers.
 * Undefined when it does not answer yet.
 */
export async function findAnsweringServer(cluster: string): Promise<{ pid: number; socketFolder: string } | undefined> {
  const server = await findLiveServer(cluster);
  if (server === undefined || server.status !== 'ready') return undefined;
  const client = new pg.Client({ connectionString: socketUrl(server.socketFolder, databaseName) });
  try {
    await client.connect();
    return server;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
