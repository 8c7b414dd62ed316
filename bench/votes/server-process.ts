import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { contentDir } from '../world/given-election.ts';

export type ServerProcess = { readonly port: number; stop(): Promise<void> };

/** The settings of production that the hot path feels; the mail server is never called. */
export const environment = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1',
  SMTP_URL: 'smtp://127.0.0.1:9',
  // The sixteen connections of the variant without batches come on top of the usual twenty.
  DATABASE_CONNECTIONS: '36',
  // All fans come from one address here.
  RATE_LIMIT_FACTOR: '1000000',
} as const;

/** Starts the measured server and returns once it listens. */
export async function startServerProcess(dataDir: string): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), {
    env: {
      PATH: process.env['PATH'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      ...environment,
      CONTENT_DIR: contentDir,
      DATA_DIR: dataDir,
      SERVER_SECRET: randomBytes(32).toString('base64'),
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
