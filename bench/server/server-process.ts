import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { productionEnvironment } from '../world/production-environment.ts';
import type { FromServer, ToServer, Usage } from './messages.ts';
import { singleConnections } from './routes-of-comparison.ts';

/** The measured server, in a separate process. */
export type ServerProcess = AsyncDisposable & {
  readonly port: number;
  /** Reads what the process has used so far; of several workers, it is their supervisor that answers. */
  usage(): Promise<Usage>;
  /** Reads the same after all garbage is collected. */
  tidyUsage(): Promise<Usage>;
};

export type ServerOptions = {
  /**
   * The number of workers. With more than one, a supervisor starts this many servers on one port, as `npm start --
   * --workers N` does.
   */
  readonly workers?: number;
  /** Settings beside those of production. */
  readonly settings?: Readonly<Record<string, string>>;
};

const usualConnections = 20;

/** Starts the measured server and returns once it listens. Node's own options, such as profiling, are passed on. */
export async function startServerProcess(
  dataDir: string,
  { workers = 1, settings = {} }: ServerOptions = {},
): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), {
    env: {
      ...productionEnvironment(dataDir),
      PORT: '0',
      WORKERS: String(workers),
      // The connections of the variant without batches come on top of the usual ones.
      DATABASE_CONNECTIONS: String(usualConnections + singleConnections),
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      ...settings,
    },
    execArgv: ['--expose-gc'],
  });
  const { port } = await answer(child, 'listening');
  async function ask(question: 'usage' | 'tidyUsage'): Promise<Usage> {
    tell(child, question);
    return (await answer(child, 'usage')).usage;
  }
  return {
    port,
    usage: () => ask('usage'),
    tidyUsage: () => ask('tidyUsage'),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      tell(child, 'stop');
      await once(child, 'exit');
    },
  };
}

function tell(child: ChildProcess, message: ToServer): void {
  child.send(message);
}

/** Waits for the next message of a kind. Rejects when the server ends instead. */
async function answer<Kind extends FromServer['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<FromServer & { kind: Kind }> {
  const { promise, resolve, reject } = Promise.withResolvers<FromServer & { kind: Kind }>();
  const onMessage = (message: FromServer) => {
    if (message.kind === kind) resolve(message as FromServer & { kind: Kind });
  };
  const onExit = (code: number | null) => reject(new Error(`The measured server ended with code ${code}`));
  child.on('message', onMessage).once('exit', onExit);
  return promise.finally(() => child.off('message', onMessage).off('exit', onExit));
}
