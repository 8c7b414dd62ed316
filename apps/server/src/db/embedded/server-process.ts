import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { restoreSocketFolder } from './folders.ts';
import { findLiveServer, readPidFile, removePidFile } from './pid-file.ts';
import type { Account } from './run-as.ts';
import { toArguments } from './server-settings.ts';
import type { ServerSettings } from './server-settings.ts';
import { spawnWatched } from './watchdog.ts';
import type { WatchedServer } from './watchdog.ts';

export type ServerPlan = {
  readonly binaries: Binaries;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly account: Account | undefined;
  readonly settings: ServerSettings;
  readonly log: (line: string) => void;
};

export type ServerProcess = WatchedServer & { readonly pid: number };

const pollMs = 5;
/** Recovery after a crash replays the log from the last checkpoint, which may take minutes on a slow disk. */
const readyTimeoutMs = 300_000;
const attempts = 30;

/** Starts PostgreSQL on the cluster and returns once it accepts connections. */
export async function startServer(plan: ServerPlan): Promise<ServerProcess> {
  const program = join(plan.binaries.folder, 'bin', 'postgres');
  const command = [program, '-D', plan.cluster, '-k', plan.socketFolder, ...toArguments(plan.settings)];
  for (let attempt = 1; ; attempt += 1) {
    await restoreSocketFolder(plan.socketFolder, plan.account);
    if ((await findLiveServer(plan.cluster)) === undefined) await removePidFile(plan.cluster);
    const server = spawnWatched(command, plan.socketFolder, plan.account, plan.log);
    const pid = await waitUntilReady(plan.cluster, server);
    if (pid !== undefined) return { ...server, pid };
    await server.stop();
    if (attempt === attempts || !endedByPredecessor(server.lastLines())) {
      throw new Error(`PostgreSQL did not start on ${plan.cluster}:\n${server.lastLines()}`);
    }
    // The processes of a server that was killed hold its shared memory until they have noticed.
    await sleep(Math.min(100 * attempt, 1000));
  }
}

/**
 * The process id once line 8 of the pid file says so, which is what `pg_ctl` waits for as well.
 * Undefined when the server has ended or takes too long.
 */
async function waitUntilReady(cluster: string, server: WatchedServer): Promise<number | undefined> {
  let ended = false;
  const markEnded = (): void => {
    ended = true;
  };
  server.exited.then(markEnded, markEnded);
  const deadline = Date.now() + readyTimeoutMs;
  while (!ended && Date.now() < deadline) {
    const pidFile = await readPidFile(cluster);
    if (pidFile?.status === 'ready') return pidFile.pid;
    await sleep(pollMs);
  }
  return undefined;
}

function endedByPredecessor(lines: string): boolean {
  return /pre-existing shared memory block|lock file ".*" already exists/.test(lines);
}
