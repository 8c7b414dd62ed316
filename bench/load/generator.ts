import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ClosedLoop } from './closed-loop.ts';
import type { Mix } from './mix.ts';
import type { OpenLoop } from './open-loop.ts';
import type { CallPlan } from './requests.ts';
import type { LoopResult } from './score.ts';
import type { Storm, StormResult } from './storm.ts';

/** What the generator's thread is given at its start. */
export type GeneratorPlan = { readonly port: number; readonly calls: Readonly<Record<string, CallPlan>> };

/** What it is asked to do, one thing at a time. */
export type Job =
  | { readonly kind: 'closed'; readonly mix: Mix; readonly loop: ClosedLoop }
  | { readonly kind: 'open'; readonly mix: Mix; readonly loop: OpenLoop }
  | { readonly kind: 'storm'; readonly storm: Storm };

/** Calls that it is to know from now on. */
export type Lesson = { readonly kind: 'lesson'; readonly calls: GeneratorPlan['calls'] };

/** A load generator on a separate thread, so that nothing else delays its calls and times. */
export type Generator = {
  closedLoop(mix: Mix, loop: ClosedLoop): Promise<LoopResult>;
  openLoop(mix: Mix, loop: OpenLoop): Promise<LoopResult>;
  storm(storm: Storm): Promise<StormResult>;
  /** Adds calls, or replaces those of the same name. */
  learn(calls: GeneratorPlan['calls']): void;
} & AsyncDisposable;

export function startGenerator(plan: GeneratorPlan): Generator {
  const worker = new Worker(new URL('./generator-thread.ts', import.meta.url), { workerData: plan });

  async function run<Result>(job: Job): Promise<Result> {
    worker.postMessage(job);
    const [result] = (await once(worker, 'message')) as [Result];
    return result;
  }

  return {
    closedLoop: (mix, loop) => run({ kind: 'closed', mix, loop }),
    openLoop: (mix, loop) => run({ kind: 'open', mix, loop }),
    storm: (storm) => run({ kind: 'storm', storm }),
    learn: (calls) => worker.postMessage({ kind: 'lesson', calls } satisfies Lesson),
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
