import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Account } from './run-as.ts';

/**
 * Runs the server and waits for two things at once: the server's end, and the end of file on a pipe that only our
 * process holds open. The kernel closes that pipe when we die by any means, kill -9 included; the server then gets the
 * signal for a fast and clean shutdown, and after twenty seconds the one for an immediate shutdown.
 * The first argument is the socket's folder, removed when the server has left it empty; the rest is the command.
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

/** A running server with its watchdog. */
export type WatchedServer = {
  /** Settles when the server has ended, with its exit code (null after a signal). */
  readonly exited: Promise<number | null>;
  /** The last lines the server wrote. */
  lastLines(): string;
  /** Lets go of the pipe: the watchdog stops the server. Settles when both have ended. */
  stop(): Promise<void>;
};

const keptLines = 50;

/**
 * @param command the server's program and its arguments
 * @param log receives each line the server writes
 */
export function spawnWatched(
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
    // A group of its own: Ctrl-C in a terminal must reach us first, so that requests can end before the database does.
    detached: true,
  });
  const lines: string[] = [];
  forEachLine(child, (line) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    log(line);
  });
  // Writing never happens; the pipe breaks when the watchdog ends before us, which `exited` reports.
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | null>((settle, fail) => {
    child.on('error', fail);
    // The watchdog's own reader may outlive it by a moment and is told by this; `close` then waits for the last lines.
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
