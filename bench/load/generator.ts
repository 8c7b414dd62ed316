import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ClosedLoop, ClosedLoopResult } from './closed-loop.ts';
import type { OpenLoop, OpenLoopResult } from './open-loop.ts';
import type { CallPlan } from './vote-requests.ts';

/** What the generator's thread is given at its start. */
export type GeneratorPlan = { readonly port: number; readonly calls: Readonly<Record<string, CallPlan>> };

/** What it is asked to do, one thing at a time. */
export type Job =
  | { readonly kind: 'closed'; readonly call: string; readonly loop: ClosedLoop }
  | { readonly kind: 'open'; readonly call: string; readonly loop: OpenLoop };

/** A load generator on a thread of its own, so that nothing else delays what it sends or times. */
export type Generator = {
  closedLoop(call: string, loop: ClosedLoop): Promise<ClosedLoopResult>;
  openLoop(call: string, loop: OpenLoop): Promise<OpenLoopResult>;
  stop(): Promise<void>;
};

export function startGenerator(plan: GeneratorPlan): Generator {
  const worker = new Worker(new URL('./generator-thread.ts', import.meta.url), { workerData: plan });

  async function run<Result>(job: Job): Promise<Result> {
    worker.postMessage(job);
    const [result] = (await once(worker, 'message')) as [Result];
    return result;
  }

  return {
    closedLoop: (call, loop) => run({ kind: 'closed', call, loop }),
    openLoop: (call, loop) => run({ kind: 'open', call, loop }),
    async stop() {
      await worker.terminate();
    },
  };
}
