import { parentPort, workerData } from 'node:worker_threads';
import { type NextCall, runClosedLoop } from './closed-loop.ts';
import type { GeneratorPlan, Job, Lesson } from './generator.ts';
import { type Mix, picker } from './mix.ts';
import { runOpenLoop } from './open-loop.ts';
import { requestsOfEach, requestWriter } from './requests.ts';
import { runStorm } from './storm.ts';

/** The thread's side of the generator: it gets a job, runs it, and sends what it measured. */
const { port, calls } = workerData as GeneratorPlan;
const writers = new Map<string, ReturnType<typeof requestWriter>>();
learn(calls);

parentPort?.on('message', (job: Job | Lesson) => {
  if (job.kind === 'lesson') learn(job.calls);
  else void run(job).then((result) => parentPort?.postMessage(result));
});

function learn(newCalls: Lesson['calls']): void {
  for (const [name, plan] of Object.entries(newCalls)) writers.set(name, requestWriter(plan));
}

function run(job: Job) {
  switch (job.kind) {
    case 'closed':
      return runClosedLoop(port, callsOf(job.mix), job.loop);
    case 'open':
      return runOpenLoop(port, callsOf(job.mix), job.loop);
    case 'storm':
      return runStorm(port, requestsOfEach(job.storm.path, job.storm.tokens), job.storm);
  }
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
