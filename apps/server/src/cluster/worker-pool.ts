import cluster, { type Worker } from 'node:cluster';
import { properLifeMs, restartDelayMs } from '#/lib/restart-delay.ts';
import type { Log } from '#/log.ts';
import { type ToSupervisor, type ToWorker, workerNumberVariable } from './worker.ts';
import { machineClock, type Timer } from '#/lib/clock.ts';

/** A worker ended before it listened. It reports the cause itself, if it got that far. */
export class WorkerNotStarted extends Error {
  override readonly name = 'WorkerNotStarted';
}

type WorkerPlace = {
  readonly worker: Worker;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  isReady: boolean;
};

/** A worker's end: an exit code, a signal, or a failed spawn. */
type End = { readonly code: number | null; readonly signal?: string | null; readonly err?: Error };

type WorkerPoolPlan = {
  /** Environment variables of the workers, in addition to this process's own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly onMessage: (worker: Worker, message: ToSupervisor) => void;
  /** Called when a worker is restarted. */
  readonly onRestart: () => void;
};

/** The places of the workers, each held by one process after the other. */
export class WorkerPool {
  readonly #plan: WorkerPoolPlan;
  readonly #places = new Map<number, WorkerPlace>();
  readonly #pauses = new Set<Timer>();
  #phase: 'starting' | 'keeping' | 'stopping' = 'starting';
  /** Restarts workers that ended before all had started. */
  #lost: (() => void)[] = [];

  constructor(plan: WorkerPoolPlan) {
    this.#plan = plan;
  }

  /** Workers that accept requests. */
  listening(): Worker[] {
    return [...this.#places.values()].filter((place) => place.isReady).map(({ worker }) => worker);
  }

  /**
   * Starts a worker. Resolves with its port; rejects with WorkerNotStarted.
   * @param shortLives consecutive short lives of its predecessors
   */
  start(number: number, shortLives = 0): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const { promise: ended, resolve: end } = Promise.withResolvers<number | null>();
    const startedMs = machineClock.monotonicMs();
    const onEnd = (how: End): void => {
      this.#places.delete(number);
      end(how.code);
      reject(new WorkerNotStarted(`Worker ${number} ${inWords(how)}.`));
      const startAgain = () => this.#startAgain({ number, startedMs, shortLives }, how);
      if (this.#phase === 'keeping') startAgain();
      if (this.#phase === 'starting') this.#lost.push(startAgain);
    };
    let worker: Worker;
    try {
      worker = cluster.fork({ ...this.#plan.environment, [workerNumberVariable]: String(number) });
    } catch (err) {
      onEnd({ code: null, err: err as Error });
      return promise;
    }
    const place: WorkerPlace = { worker, ended, isReady: false };
    this.#places.set(number, place);
    worker.on('message', (message: ToSupervisor) => {
      if (message.kind !== 'ready') return this.#plan.onMessage(worker, message);
      place.isReady = true;
      resolve(message.port);
      // It did not receive messages while it was loading.
      if (this.#phase === 'stopping') tell(worker, { kind: 'stop' });
    });
    worker.once('exit', (code: number | null, signal: string | null) => onEnd({ code, signal }));
    worker.on('error', (err) => {
      // A failed spawn only emits this; the end of a running process is its exit.
      if (worker.process.pid === undefined) onEnd({ code: null, err });
      else this.#plan.log.warn({ worker: number, err }, 'a worker could not be reached');
    });
    return promise;
  }

  /** Restarts workers that end from now on, including those that have ended since they started. */
  keepAll(): void {
    this.#phase = 'keeping';
    for (const startAgain of this.#lost.splice(0)) startAgain();
  }

  /** Stops every worker, and resolves with their exit codes. */
  async stop(): Promise<(number | null)[]> {
    this.#startNoMore();
    return Promise.all(
      [...this.#places.values()].map(({ worker, ended }) => {
        tell(worker, { kind: 'stop' });
        return ended;
      }),
    );
  }

  /** Kills every worker. */
  kill(): void {
    this.#startNoMore();
    for (const { worker } of this.#places.values()) worker.process.kill('SIGKILL');
  }

  #startNoMore(): void {
    this.#phase = 'stopping';
    for (const pause of this.#pauses) pause.cancel();
  }

  #startAgain(life: { number: number; startedMs: number; shortLives: number }, { code, signal, err }: End): void {
    const { number, startedMs, shortLives } = life;
    const short = machineClock.monotonicMs() - startedMs < properLifeMs ? shortLives + 1 : 0;
    const delayMs = restartDelayMs(short);
    this.#plan.log.error(
      { worker: number, code, signal, err, delayMs },
      'a worker ended by itself and is started again',
    );
    this.#plan.onRestart();
    const pause = machineClock.after(delayMs, () => {
      this.#pauses.delete(pause);
      // If it ends again, its exit is noticed.
      this.start(number, short).catch(() => undefined);
    });
    this.#pauses.add(pause);
  }
}

function inWords({ code, signal, err }: End): string {
  if (err === undefined) return `ended with ${signal ?? code} before it listened`;
  return `could not be started (${err.message})`;
}

/** Sends a message to a worker. An exiting worker ignores it. */
export function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
