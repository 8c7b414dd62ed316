import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { DrawnScreen, FromDrawingThread, ScreenRequest, ToDrawingThread } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';

/** The remote address of the thread's calls, which no connection has. They are not counted among those of clients. */
export const ownCalls = 'drawing-thread';

/** More waiting screens would come too late; their readers get the page without a screen. */
const mostWaiting = 16;
/** A thread that is silent for so long hangs, and is replaced. */
const silentMs = 10_000;

export type DrawingThread = {
  /** The screen; undefined when the thread has too much to do or fails, which it logs. */
  readonly draw: (request: ScreenRequest) => Promise<DrawnScreen | undefined>;
  readonly stop: () => Promise<void>;
};

/**
 * Runs the web app's drawing thread beside this server, so that no screen keeps the event loop from votes. It starts with
 * the first screen.
 */
export function createDrawingThread(server: FastifyInstance, file: string): DrawingThread {
  const { log } = server.services;
  const waiting = new Map<number, (screen: DrawnScreen | undefined) => void>();
  let thread: Worker | undefined;
  let latest = 0;

  function forget(error: Error | undefined): void {
    if (error) log.error({ err: error }, 'the thread that draws screens has failed');
    thread = undefined;
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(file);
    started.on('message', (message: FromDrawingThread) => void receive(started, message));
    started.on('error', forget);
    started.on('exit', () => thread === started && forget(undefined));
    // It keeps no process alive that has nothing else to do.
    started.unref();
    return started;
  }

  async function receive(from: Worker, message: FromDrawingThread): Promise<void> {
    if (message.kind === 'call') {
      const answer: ToDrawingThread = { kind: 'answer', id: message.id, ...(await answerOf(server, message)) };
      from.postMessage(answer);
      return;
    }
    if (message.kind === 'failed') log.warn({ reason: message.reason }, 'a screen could not be drawn');
    waiting.get(message.id)?.(message.kind === 'drawn' ? message.screen : undefined);
    waiting.delete(message.id);
  }

  async function replaceWhenSilent(id: number, silent: Worker): Promise<void> {
    await pause(silentMs, undefined, { ref: false });
    if (!waiting.has(id) || thread !== silent) return;
    forget(new Error('It does not answer.'));
    await silent.terminate();
  }

  return {
    draw(request) {
      if (waiting.size >= mostWaiting) return Promise.resolve(undefined);
      thread ??= start();
      latest += 1;
      const id = latest;
      const { promise, resolve } = Promise.withResolvers<DrawnScreen | undefined>();
      waiting.set(id, resolve);
      const message: ToDrawingThread = { kind: 'draw', id, request };
      thread.postMessage(message);
      void replaceWhenSilent(id, thread);
      return promise;
    },
    async stop() {
      const running = thread;
      forget(undefined);
      await running?.terminate();
    },
  };
}

type Asked = Extract<FromDrawingThread, { kind: 'call' }>;

/** The answer that any visitor gets, from the same cached bytes. */
async function answerOf(server: FastifyInstance, { method, address, body, language }: Asked) {
  const reply = await server.inject({
    method: method === 'POST' ? 'POST' : 'GET',
    url: address,
    remoteAddress: ownCalls,
    headers: { 'accept-language': language, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: body }),
  });
  return { status: reply.statusCode, text: reply.body };
}
