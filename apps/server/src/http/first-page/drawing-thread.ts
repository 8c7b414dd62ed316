import { Worker } from 'node:worker_threads';
import type { DrawnScreen, FromDrawingThread, ScreenRequest, ToDrawingThread } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { properLifeMs, restartDelayMs } from '#/lib/restart-delay.ts';
import { machineClock } from '#/lib/clock.ts';

/** The remote address of the thread's calls, which no connection has. They are not counted among those of clients. */
export const ownCalls = 'drawing-thread';

/** More waiting screens would come too late; their readers get the page without a screen. */
const mostWaiting = 16;
/** A thread that is silent for so long hangs, and is replaced. */
const silentMs = 10_000;
/** A thread that needs more ends alone; without a limit it would end the process. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };

export type DrawingThread = {
  /** The screen under a brand, as pages have it; undefined when the thread has too much to do or fails, which it logs. */
  readonly draw: (request: ScreenRequest, brand: string) => Promise<DrawnScreen | undefined>;
  readonly stop: () => Promise<void>;
};

/**
 * Runs the web app's drawing thread beside this server, so that no screen keeps the event loop from votes. It starts
 * with the first screen. A thread that ends unasked is started again after a pause, which grows if its successors end
 * soon too.
 */
export function createDrawingThread(server: FastifyInstance, file: string): DrawingThread {
  const { log } = server.services;
  const waiting = new Map<number, (screen: DrawnScreen | undefined) => void>();
  let thread: RunningThread | undefined;
  const rests = restsBetweenThreads();
  let latest = 0;
  let isStopped = false;

  function giveUp(): void {
    thread = undefined;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  }

  function start(): RunningThread {
    const startedMs = machineClock.monotonicMs();
    const worker = new Worker(file, { resourceLimits });
    const started: RunningThread = {
      worker,
      fail(err) {
        if (thread !== started) return;
        giveUp();
        const delayMs = rests.begin(startedMs);
        log.error({ err, delayMs }, 'the thread that draws screens has failed');
      },
    };
    worker.on('message', (message: FromDrawingThread) => void receive(worker, message));
    worker.on('error', (err: Error) => started.fail(err));
    worker.on('exit', (code) => started.fail(new Error(`It ended with ${code}.`)));
    // It keeps no process alive that has nothing else to do.
    worker.unref();
    return started;
  }

  async function receive(from: Worker, message: FromDrawingThread): Promise<void> {
    if (message.kind === 'call') return from.postMessage(await answerOf(server, message));
    if (message.kind === 'failed') log.warn({ reason: message.reason }, 'a screen could not be drawn');
    waiting.get(message.id)?.(message.kind === 'drawn' ? message.screen : undefined);
    waiting.delete(message.id);
  }

  async function replaceWhenSilent(id: number, silent: RunningThread): Promise<void> {
    await machineClock.sleep(silentMs, { ref: false });
    if (!waiting.has(id) || thread !== silent) return;
    silent.fail(new Error('It does not answer.'));
    await silent.worker.terminate();
  }

  return {
    draw(request, brand) {
      const isResting = !thread && !rests.areOver();
      if (isStopped || isResting || waiting.size >= mostWaiting) return Promise.resolve(undefined);
      thread ??= start();
      latest += 1;
      const id = latest;
      const { promise, resolve } = Promise.withResolvers<DrawnScreen | undefined>();
      waiting.set(id, resolve);
      const message: ToDrawingThread = { kind: 'draw', id, request, brand };
      thread.worker.postMessage(message);
      void replaceWhenSilent(id, thread);
      return promise;
    },
    async stop() {
      isStopped = true;
      const running = thread;
      giveUp();
      await running?.worker.terminate();
    },
  };
}

/** Returns how long no thread is started after one has ended unasked. */
function restsBetweenThreads() {
  let shortLives = 0;
  let nextStartMs = 0;
  return {
    areOver: () => machineClock.monotonicMs() >= nextStartMs,
    begin(startedMs: number): number {
      const endedMs = machineClock.monotonicMs();
      shortLives = endedMs - startedMs < properLifeMs ? shortLives + 1 : 0;
      const delayMs = restartDelayMs(shortLives);
      nextStartMs = endedMs + delayMs;
      return delayMs;
    },
  };
}

type RunningThread = {
  readonly worker: Worker;
  /** Nothing happens for one that has been replaced or stopped. */
  readonly fail: (error: Error) => void;
};

type AskedCall = Extract<FromDrawingThread, { kind: 'call' }>;

/**
 * Returns the answer that any visitor gets, from the same cached bytes. A closing server takes no more of these calls.
 */
async function answerOf(server: FastifyInstance, asked: AskedCall): Promise<ToDrawingThread> {
  const { id, method, address, body, language } = asked;
  try {
    const reply = await server.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: address,
      remoteAddress: ownCalls,
      headers: { 'accept-language': language, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: body }),
    });
    return { kind: 'answer', id, status: reply.statusCode, text: reply.body };
  } catch (error) {
    return { kind: 'answer', id, status: 503, text: String(error) };
  }
}
