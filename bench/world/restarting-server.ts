import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { reservePort } from '../../e2e/reserve-port.ts';
import { productionEnvironment } from './production-environment.ts';

/** The real server in a separate process, started again on the same data folder and port after every end. */
export type RestartingServer = AsyncDisposable & {
  readonly address: string;
  /** The process of its present life. */
  pid(): number;
  /** Returns how often it was started so far. */
  starts(): number;
  /** Sends a message to the preloaded code, and resolves with its answer. */
  ask(message: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Ends it as a crash does. It is started again at once. */
  kill(): void;
  /** Resolves when it says that it may be sent fans. */
  ready(): Promise<void>;
  /** Stops it in order; answers its exit code. */
  stop(): Promise<number | null>;
  /** Returns the last lines it wrote, over all its starts. */
  lastLines(): string;
};

export type StartPlan = {
  /** A module that is loaded before the server's own, and answers what it is asked. */
  readonly preload?: URL;
};

const program = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const keptLines = 200;
/** A server that ends so often before it is ready will never be. */
const mostFailedStarts = 5;
const pollMs = 50;

/** @param settings beside those of production, such as another content pack. */
export async function startRestartingServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  { preload }: StartPlan = {},
): Promise<RestartingServer> {
  const port = await reservePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { ...productionEnvironment(dataDir), ...settings, PORT: String(port) };
  const command = [...(preload ? ['--import', preload.href] : []), program];
  const lines: string[] = [];
  let isStopping = false;
  let starts = 0;
  let child = start();
  // However this process ends, its server is not left behind.
  const endWithUs = () => child.kill('SIGTERM');
  process.once('exit', endWithUs);

  function start(): ChildProcess {
    starts += 1;
    const started = spawn(process.execPath, command, {
      env,
      stdio: ['ignore', 'pipe', 'pipe', ...(preload ? (['ipc'] as const) : [])],
      // In a group of its own: a terminal's signal would be a second one beside ours, which ends a server out of order.
      detached: true,
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        lines.push(...text.split('\n').filter((line) => line !== ''));
        lines.splice(0, lines.length - keptLines);
      });
    }
    started.once('exit', () => {
      if (!isStopping) child = start();
    });
    return started;
  }

  async function stop(): Promise<number | null> {
    isStopping = true;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    process.off('exit', endWithUs);
    return child.exitCode;
  }

  return {
    address,
    pid: () => child.pid ?? 0,
    starts: () => starts,
    async ask(message) {
      const answered = once(child, 'message');
      child.send(message);
      const [answer] = (await answered) as [unknown];
      return answer;
    },
    kill: () => void child.kill('SIGKILL'),
    ready: () => untilReady(address, { starts: () => starts, lastLines: () => lines.join('\n') }),
    stop,
    lastLines: () => lines.join('\n'),
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

type Starting = { readonly starts: () => number; readonly lastLines: () => string };

/** Waits for as long as the server is on its way, because how long a start takes depends on the machine. */
async function untilReady(address: string, { starts, lastLines }: Starting): Promise<void> {
  const before = starts();
  for (;;) {
    const isReady = await fetch(`${address}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return;
    const failed = starts() - before;
    if (failed > mostFailedStarts)
      throw new Error(`The server ended ${failed} times before it was ready:\n${lastLines()}`);
    await sleep(pollMs);
  }
}
