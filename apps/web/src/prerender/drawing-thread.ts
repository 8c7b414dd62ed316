// The page's stubs come before every module that looks for a page.
import './page-stubs.ts';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { FromDrawingThread, Language, ToDrawingThread } from '@lightstick/contract';
import { drawScreen } from './draw-screen.tsx';
import { setBrand, setBuild } from './page-stubs.ts';

/** The web app's files, beside which the build lays this thread. */
const files = new URL('../', import.meta.url);

const port = parentPort;
if (!port) throw new Error('This file runs as a thread of the server.');
const send = (message: FromDrawingThread) => port.postMessage(message);

const waiting = new Map<number, (answer: Response) => void>();
let calls = 0;
let drawing: Promise<void> = readFile(new URL('version.json', files), 'utf8').then(setBuild);

/** Carries the app's calls to the server that this thread belongs to; texts come from the build. */
globalThis.fetch = async (input, init = {}) => {
  const address = input instanceof Request ? input.url : input.toString();
  if (address.startsWith('/locales/')) return new Response(await readFile(new URL(address.slice(1), files)));
  calls += 1;
  const id = calls;
  const { promise, resolve } = Promise.withResolvers<Response>();
  waiting.set(id, resolve);
  const headers = new Headers(init.headers);
  const body = typeof init.body === 'string' ? init.body : undefined;
  const language = headers.get('accept-language') as Language;
  send({ kind: 'call', id, method: init.method ?? 'GET', address, body, language });
  return promise;
};

port.on('message', (message: ToDrawingThread) => {
  if (message.kind === 'draw') {
    drawing = drawing.then(() => draw(message));
    return;
  }
  waiting.get(message.id)?.(new Response(message.text, { status: message.status }));
  waiting.delete(message.id);
});

async function draw({ id, request, brand }: Extract<ToDrawingThread, { kind: 'draw' }>): Promise<void> {
  setBrand(brand);
  try {
    send({ kind: 'drawn', id, screen: await drawScreen(request) });
  } catch (error) {
    send({ kind: 'failed', id, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
