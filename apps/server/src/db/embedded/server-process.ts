import { spawn, type ChildProcess, execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries, Account } from './programs.ts';
import { restoreSocketFolder } from './folders.ts';
import { machineClock } from '#/lib/clock.ts';

export type ServerPlan = {
  readonly binaries: Binaries;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly account: Account | undefined;
  readonly settings: ServerSettings;
  readonly log: (line: string) => void;
  /** How long the first start may take. Recovery after a crash may take minutes on a slow disk. */
  readonly readyTimeoutMs?: number | undefined;
};

export type ServerProcess = WatchedServer & { readonly pid: number };

const pollMs = 5;
const usualReadyTimeoutMs = 300_000;
const attempts = 30;

/** Starts PostgreSQL on the cluster and returns once it accepts connections. */
export async function startServer(plan: ServerPlan): Promise<ServerProcess> {
  const program = join(plan.binaries.folder, 'bin', 'postgres');
  const command = [program, '-D', plan.cluster, '-k', plan.socketFolder, ...toArguments(plan.settings)];
  for (let attempt = 1; ; attempt += 1) {
    await restoreSocketFolder(plan.socketFolder, plan.account);
    if ((await findLiveServer(plan.cluster)) === undefined) await removePidFile(plan.cluster);
    const server = spawnWatched(command, plan.socketFolder, plan.account, plan.log);
    const pid = await waitUntilReady(plan.cluster, server, plan.readyTimeoutMs ?? usualReadyTimeoutMs);
    if (pid !== undefined) return { ...server, pid };
    await server.stop();
    if (attempt === attempts || !endedByPredecessor(server.lastLines())) {
      throw new Error(`PostgreSQL did not start on ${plan.cluster}:\n${server.lastLines()}`);
    }
    // The processes of a killed server hold its shared memory until they notice.
    await machineClock.sleep(Math.min(100 * attempt, 1000));
  }
}

/**
 * Returns the process id once line 8 of the pid file says `ready`, which `pg_ctl` waits for as well. Undefined when the
 * server has ended or takes too long.
 */
async function waitUntilReady(
  cluster: string,
  server: WatchedServer,
  readyTimeoutMs: number,
): Promise<number | undefined> {
  let ended = false;
  const markEnded = (): void => {
    ended = true;
  };
  server.exited.then(markEnded, markEnded);
  const deadline = machineClock.monotonicMs() + readyTimeoutMs;
  while (!ended && machineClock.monotonicMs() < deadline) {
    const pidFile = await readPidFile(cluster);
    if (pidFile?.status === 'ready') return pidFile.pid;
    await machineClock.sleep(pollMs);
  }
  return undefined;
}

function endedByPredecessor(lines: string): boolean {
  return /pre-existing shared memory block|lock file ".*" already exists/.test(lines);
}

const run = promisify(execFile);

/** The lines of `postmaster.pid` of a running PostgreSQL (miscadmin.h, LOCK_FILE_LINE_*). */
type PidFile = {
  readonly pid: number;
  readonly socketFolder: string;
  /** Empty before the server has written it. */
  readonly status: '' | 'starting' | 'stopping' | 'ready' | 'standby';
};

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  let text: string;
  try {
    text = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  return { pid, socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() as PidFile['status'] };
}

export async function removePidFile(cluster: string): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Finds the running server of this cluster. A pid file alone proves nothing: after a power failure its number may
 * belong to any process, so the process must be a PostgreSQL in that folder.
 */
export async function findLiveServer(cluster: string): Promise<PidFile | undefined> {
  const pidFile = await readPidFile(cluster);
  if (pidFile === undefined) return undefined;
  const live = process.platform === 'linux' ? await isServerOnLinux(pidFile.pid, cluster) : await isServer(pidFile.pid);
  return live ? pidFile : undefined;
}

async function isServerOnLinux(pid: number, cluster: string): Promise<boolean> {
  const folder = await realpath(cluster);
  try {
    const [workingFolder, program] = await Promise.all([readlink(`/proc/${pid}/cwd`), readlink(`/proc/${pid}/exe`)]);
    return workingFolder === folder && /\/postgres( \(deleted\))?$/.test(program);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
  }
  // Root in a container without CAP_SYS_PTRACE may not read another account's links; command lines are public.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program = '', ...words] = commandLine.split('\0');
  return program.endsWith('/postgres') && (words.includes(folder) || words.includes(cluster));
}

async function isServer(pid: number): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return /\bpostgres\b/.test(stdout);
}

/**
 * PostgreSQL's settings for the embedded server by their names in postgresql.conf. They are command-line options, so that a
 * new release changes them for an existing cluster.
 */
export type ServerSettings = Readonly<Record<string, string | number>>;

const settings: ServerSettings = {
  listen_addresses: '',
  port: 5432, // only a part of the socket's name
  unix_socket_permissions: '0700',
  cluster_name: 'lightstick',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: 100,
  shared_buffers: '256MB',
  // Votes write much, and checkpoints slow them down, so the log may grow before one is due.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // Every statement is short; compiling it costs more than running it.
  jit: 'off',
  log_checkpoints: 'off',
  // DETAIL lines quote values, such as mail addresses.
  log_error_verbosity: 'terse',
};

/** Returns the server's command-line options; `overrides` replace the defaults. */
function toArguments(overrides: ServerSettings): string[] {
  return Object.entries({ ...settings, ...overrides }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Runs the server and waits for two events: the server's end, and the end of a pipe that only our process holds open. The
 * kernel closes the pipe when we end in any way, kill -9 included; the server then gets the signal for a fast shutdown, and
 * after twenty seconds the one for an immediate shutdown. The first argument is the socket's folder, removed when empty;
 * the rest is the command.
 */
const script = `
socket_folder=$1; shift
exec 3<&0 </dev/null
"$@" 3<&- & server=$!
(
  cat <&3 >/dev/null
  kill -INT $server
  seconds=0
  while kill -0 $server && [ $seconds -lt 20 ]; do sleep 1; seconds=$((seconds + 1)); done
  kill -QUIT $server
) 2>/dev/null & watch=$!
wait $server; status=$?
kill $watch 2>/dev/null
rmdir "$socket_folder" 2>/dev/null
exit $status
`;

/** A server process with its watchdog. */
type WatchedServer = {
  /** Resolves with the server's exit code when it has ended (null after a signal). */
  readonly exited: Promise<number | null>;
  /** Returns the last lines of the server's output. */
  lastLines(): string;
  /** Closes the pipe, so the watchdog stops the server. Resolves when both have ended. */
  stop(): Promise<void>;
};

const keptLines = 50;

/**
 * @param command the server's program and its arguments
 * @param log receives each line of the server's output
 */
function spawnWatched(
  command: readonly string[],
  socketFolder: string,
  account: Account | undefined,
  log: (line: string) => void,
): WatchedServer {
  const child = spawn('/bin/sh', ['-c', script, 'watchdog', socketFolder, ...command], {
    ...account,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    // A process group of its own: Ctrl-C in a terminal must reach us first, so that requests end before the database does.
    detached: true,
  });
  const lines: string[] = [];
  forEachLine(child, (line) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    log(line);
  });
  // Nothing is ever written; the pipe breaks when the watchdog ends before us, which `exited` reports.
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | null>((settle, fail) => {
    child.on('error', fail);
    // The watchdog's reader may outlive it for a moment and ends by this; `close` then waits for the last lines.
    child.on('exit', () => child.stdin.destroy());
    child.on('close', settle);
  });
  return {
    exited,
    lastLines: () => lines.join('\n'),
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}

function forEachLine(child: ChildProcess, receive: (line: string) => void): void {
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    parts.filter((line) => line !== '').forEach(receive);
  });
}
