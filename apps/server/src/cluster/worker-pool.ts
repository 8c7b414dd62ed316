import cluster, { type Worker } from 'node:cluster';
import type { Log } from '#/log.ts';
import { type ToSupervisor, type ToWorker, workerNumberVariable } from './worker.ts';

const firstMs = 100;
const longestMs = 10_000;

/** A life of this length was a proper one: what ended it is no reason to wait for the next. */
const properLifeMs = 30_000;

/**
 * How long to wait before a worker is started again: hardly at all at first, then twice as long each time, so that one that
 * cannot live does not take the machine from those that can.
 *
 * @param shortLives how many times in a row it has lived less than a proper life.
 */
export function restartDelayMs(shortLives: number): number {
  return shortLives === 0 ? 0 : Math.min(firstMs * 2 ** (shortLives - 1), longestMs);
}

/** A worker ended before it listened. What kept it from starting it has told itself, where it came so far. */
export class WorkerNotStarted extends Error {
  override readonly name = 'WorkerNotStarted';
}

type Place = {
  readonly worker: Worker;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  isReady: boolean;
};

/** How a worker ended: with a code, by a signal, or before it began. */
type End = { readonly code: number | null; readonly signal?: string | null; readonly err?: Error };

type WorkerPoolPlan = {
  /** Environment variables of the workers, beside this process's own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Log;
  readonly onMessage: (worker: Worker, message: ToSupervisor) => void;
  /** Called when a worker that ended by itself is started again. */
  readonly onRestart: () => void;
};

/** The places of the workers, each held by one process after the other. */
export class WorkerPool {
  readonly #plan: WorkerPoolPlan;
  readonly #places = new Map<number, Place>();
  readonly #pauses = new Set<NodeJS.Timeout>();
  #phase: 'starting' | 'keeping' | 'stopping' = 'starting';
  /** Starts again each of those that ended by themselves before all had started. */
  #lost: (() => void)[] = [];

  constructor(plan: WorkerPoolPlan) {
    this.#plan = plan;
  }

  /** Those that take requests. */
  listening(): Worker[] {
    return [...this.#places.values()].filter((place) => place.isReady).map(({ worker }) => worker);
  }

  /**
   * Starts a worker. Resolves with the port that it listens on; rejects with WorkerNotStarted.
   *
   * @param shortLives how often those before it have ended soon, one after the other.
   */
  start(number: number, shortLives = 0): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const { promise: ended, resolve: end } = Promise.withResolvers<number | null>();
    const startedMs = performance.now();
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
    const place: Place = { worker, ended, isReady: false };
    this.#places.set(number, place);
    worker.on('message', (message: ToSupervisor) => {
      if (message.kind !== 'ready') return this.#plan.onMessage(worker, message);
      place.isReady = true;
      resolve(message.port);
      // What it was told while it was loading it has not heard.
      if (this.#phase === 'stopping') tell(worker, { kind: 'stop' });
    });
    worker.once('exit', (code: number | null, signal: string | null) => onEnd({ code, signal }));
    worker.on('error', (err) => {
      // Where the system has no room for another process, this is all that is heard of it. The end of one that was there
      // is told by its exit.
      if (worker.process.pid === undefined) onEnd({ code: null, err });
      else this.#plan.log.warn({ worker: number, err }, 'a worker could not be reached');
    });
    return promise;
  }

  /** From now on whoever ends by itself is started again, and whoever has ended since it started. */
  keepAll(): void {
    this.#phase = 'keeping';
    for (const startAgain of this.#lost.splice(0)) startAgain();
  }

  /** Tells every worker to stop, and resolves with their exit codes when all have. */
  async stop(): Promise<(number | null)[]> {
    this.#startNoMore();
    return Promise.all(
      [...this.#places.values()].map(({ worker, ended }) => {
        tell(worker, { kind: 'stop' });
        return ended;
      }),
    );
  }

  /** Ends every worker as a crash would. */
  kill(): void {
    this.#startNoMore();
    for (const { worker } of this.#places.values()) worker.process.kill('SIGKILL');
  }

  #startNoMore(): void {
    this.#phase = 'stopping';
    for (const pause of this.#pauses) clearTimeout(pause);
  }

  #startAgain(life: { number: number; startedMs: number; shortLives: number }, { code, signal, err }: End): void {
    const { number, startedMs, shortLives } = life;
    const short = performance.now() - startedMs < properLifeMs ? shortLives + 1 : 0;
    const delayMs = restartDelayMs(short);
    this.#plan.log.error(
      { worker: number, code, signal, err, delayMs },
      'a worker ended by itself and is started again',
    );
    this.#plan.onRestart();
    const pause = setTimeout(() => {
      this.#pauses.delete(pause);
      // Where it ends once more, it is its end that is noticed.
      this.start(number, short).catch(() => undefined);
    }, delayMs);
    this.#pauses.add(pause);
  }
}

function inWords({ code, signal, err }: End): string {
  if (err === undefined) return `ended with ${signal ?? code} before it listened`;
  return `could not be started (${err.message})`;
}

/** Says something to a worker. One that is on its way out hears nothing, and needs not. */
export function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
