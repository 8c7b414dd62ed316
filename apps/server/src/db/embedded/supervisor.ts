import { setTimeout as sleep } from 'node:timers/promises';
import { removeSocketFolder } from './folders.ts';
import { startServer } from './server-process.ts';
import type { ServerPlan, ServerProcess } from './server-process.ts';

export type Supervisor = {
  /** The running server's process id; the last one while it is being restarted. */
  pid(): number;
  stop(): Promise<void>;
};

const longestPauseMs = 5_000;

/**
 * Starts the server and starts it again whenever it ends without having been asked to (killed, out of memory): the
 * socket stays where it was, so connection pools find the new server by themselves.
 */
export async function supervise(plan: ServerPlan): Promise<Supervisor> {
  let server = await startServer(plan);
  const stopping = new AbortController();

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await server.exited;
      if (stopping.signal.aborted) return;
      plan.log('PostgreSQL ended unexpectedly and is being started again.');
      server = (await restart(plan, stopping.signal)) ?? server;
    }
  };
  const watching = watch();

  return {
    pid: () => server.pid,
    async stop() {
      stopping.abort();
      await server.stop();
      await watching;
      // A restart that was under way when the stop came has put another server in the place of the first.
      await server.stop();
      await removeSocketFolder(plan.socketFolder);
    },
  };
}

async function restart(plan: ServerPlan, stopping: AbortSignal): Promise<ServerProcess | undefined> {
  for (let pauseMs = 100; !stopping.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await startServer(plan);
    } catch (error) {
      plan.log((error as Error).message);
    }
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  return undefined;
}
