import { parentPort, workerData } from 'node:worker_threads';
import { type NextCall, runClosedLoop } from './closed-loop.ts';
import type { GeneratorPlan, Job } from './generator.ts';
import { type Mix, picker } from './mix.ts';
import { runOpenLoop } from './open-loop.ts';
import { requestWriter } from './requests.ts';

/** The thread's side of the generator: it gets a job, runs it, and sends what it measured. */
const { port, calls } = workerData as GeneratorPlan;
const writers = new Map(Object.entries(calls).map(([name, plan]) => [name, requestWriter(plan)]));

parentPort?.on('message', (job: Job) => {
  void run(job).then((result) => parentPort?.postMessage(result));
});

function run(job: Job) {
  const nextCall = callsOf(job.mix);
  return job.kind === 'closed' ? runClosedLoop(port, nextCall, job.loop) : runOpenLoop(port, nextCall, job.loop);
}

function callsOf(mix: Mix): NextCall {
  const pick = picker(mix);
  return () => {
    const call = pick();
    const write = writers.get(call);
    if (write === undefined) throw new Error(`There is no call named ${call}`);
    return { call, request: write() };
  };
}
