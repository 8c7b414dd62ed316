import { vi } from 'vitest';
import { startProgram } from '../process/start-program.ts';

export type Replica = {
  readonly address: string;
  /** Host and port, as nginx names it. */
  readonly place: string;
  ready(): Promise<void>;
  /** Ends it in order and starts it again at the same port, as an upgrade does. */
  replace(): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
  pause(): void;
  goOn(): void;
};

/** Starts the real server at two ports, over one database and one folder. `killPrograms` kills remaining ones. */
export async function startReplicas(
  ports: readonly [number, number],
  environment: Readonly<Record<string, string>>,
): Promise<readonly [Replica, Replica]> {
  const replicas = [newReplica(ports[0], environment), newReplica(ports[1], environment)] as const;
  await Promise.all(replicas.map((replica) => replica.ready()));
  return replicas;
}

function newReplica(port: number, environment: Readonly<Record<string, string>>): Replica {
  const start = () => startProgram({ TRUST_PROXY: '1', ...environment, PORT: String(port) });
  let program = start();
  const isReady = async () => {
    const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`);
    if (!ok) throw new Error(`The replica is not ready: ${program.output()}`);
  };
  const hasEnded = async (): Promise<never> => {
    throw new Error(`The replica ended with ${await program.ended}: ${program.output()}`);
  };
  const ready = () => Promise.race([vi.waitFor(isReady, { timeout: 60_000, interval: 50 }), hasEnded()]);
  async function stop(): Promise<void> {
    program.child.kill('SIGTERM');
    const code = await program.ended;
    if (code !== 0) throw new Error(`The replica ended with ${code}: ${program.output()}`);
  }
  return {
    address: `http://127.0.0.1:${port}`,
    place: `127.0.0.1:${port}`,
    ready,
    async replace() {
      await stop();
      program = start();
      await ready();
    },
    stop,
    pause: () => void program.child.kill('SIGSTOP'),
    goOn: () => void program.child.kill('SIGCONT'),
  };
}
