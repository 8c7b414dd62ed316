import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { productionEnvironment } from './production-environment.ts';

/** The real server in a process of its own, started again on the same data folder and port whenever it ends. */
export type RestartingServer = AsyncDisposable & {
  readonly address: string;
  /** Ends it as a crash does. It is started again at once. */
  kill(): void;
  /** Resolves when it says that it may be sent fans. */
  ready(): Promise<void>;
  /** Stops it in order; answers its exit code. */
  stop(): Promise<number | null>;
  /** The last lines it wrote, over all its starts. */
  lastLines(): string;
};

const program = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const keptLines = 200;
const readyTimeoutMs = 60_000;
const pollMs = 50;

/** @param settings beside those of production, such as another content pack. */
export async function startRestartingServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RestartingServer> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { ...productionEnvironment(dataDir), ...settings, PORT: String(port) };
  const lines: string[] = [];
  let isStopping = false;
  let child = start();

  function start(): ChildProcess {
    const started = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
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
    return child.exitCode;
  }

  return {
    address,
    kill: () => void child.kill('SIGKILL'),
    async ready() {
      const deadline = performance.now() + readyTimeoutMs;
      while (performance.now() < deadline) {
        const isReady = await fetch(`${address}/readyz`).then(
          (reply) => reply.ok,
          () => false,
        );
        if (isReady) return;
        await sleep(pollMs);
      }
      throw new Error(`The server was not ready after ${readyTimeoutMs / 1000} s:\n${lines.join('\n')}`);
    },
    stop,
    lastLines: () => lines.join('\n'),
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

/** A port that is free now. It is closed again before the server takes it, and kept through the server's restarts. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}
