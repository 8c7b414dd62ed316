import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { productionEnvironment } from '../world/production-environment.ts';

export type ServerProcess = { readonly port: number; stop(): Promise<void> };

/** The sixteen connections of the variant without batches come on top of the usual twenty. */
const databaseConnections = 36;

/** Starts the measured server and returns once it listens. Node's own options, such as profiling, are passed on. */
export async function startServerProcess(dataDir: string): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), {
    env: {
      ...productionEnvironment(dataDir),
      PORT: '0',
      DATABASE_CONNECTIONS: String(databaseConnections),
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
    },
  });
  const port = await listening(child);
  return {
    port,
    async stop() {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

async function listening(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('message', (message: { port: number }) => resolve(message.port));
  child.once('exit', (code) => reject(new Error(`The measured server ended with code ${code}`)));
  return promise.finally(() => child.removeAllListeners());
}
