import { parentPort, workerData } from 'node:worker_threads';
import { runClosedLoop } from './closed-loop.ts';
import type { GeneratorPlan, Job } from './generator.ts';
import { runOpenLoop } from './open-loop.ts';
import { requestWriter } from './vote-requests.ts';

/** The thread's side of the generator: it gets a job, runs it, and sends what it measured. */
const { port, calls } = workerData as GeneratorPlan;
const writers = new Map(Object.entries(calls).map(([name, plan]) => [name, requestWriter(plan)]));

parentPort?.on('message', (job: Job) => {
  void run(job).then((result) => parentPort?.postMessage(result));
});

function run(job: Job) {
  const nextRequest = writers.get(job.call);
  if (nextRequest === undefined) throw new Error(`There is no call named ${job.call}`);
  return job.kind === 'closed' ? runClosedLoop(port, nextRequest, job.loop) : runOpenLoop(port, nextRequest, job.loop);
}
