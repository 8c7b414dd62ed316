import { connect } from 'node:net';
import { steadyMs } from '../listeners/messages.ts';
import { instantOf } from './instant-text.ts';

/** The process in which listeners of a chat sit. Each reads the instants that messages carry, and notes how old they are. */
export type ToAudience =
  | { readonly kind: 'come'; readonly port: number; readonly path: string; readonly listeners: number }
  /** Forget what was heard until now. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'end' };

export type Heard = {
  readonly messages: number;
  readonly bytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
};

export type FromAudience =
  | { readonly kind: 'seated' }
  | { readonly kind: 'heard'; readonly heard: Heard }
  | { readonly kind: 'failed'; readonly why: string };

const atOnce = 50;
let seated = 0;
let begunMs = Infinity;
let bytes = 0;
let delaysMs: number[] = [];

process.on('message', (message: ToAudience) => {
  if (message.kind === 'come') void come(message).then(() => say({ kind: 'seated' }), fail);
  else if (message.kind === 'end') say({ kind: 'heard', heard: summary() });
  else {
    begunMs = steadyMs();
    bytes = 0;
    delaysMs = [];
  }
});
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit());

async function come({ port, path, listeners }: ToAudience & { kind: 'come' }): Promise<void> {
  while (seated < listeners) {
    const coming = Math.min(atOnce, listeners - seated);
    await Promise.all(Array.from({ length: coming }, () => sit(port, path)));
    seated += coming;
  }
}

/** Resolves when the newcomer has the first event. */
function sit(port: number, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ host: '127.0.0.1', port });
  let isSeated = false;
  let unread = '';
  socket.setEncoding('latin1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n`);
  socket.on('error', reject);
  socket.on('close', () => {
    reject(new Error(`The stream ended after: ${unread.slice(0, 200)}`));
    if (isSeated) fail(new Error('A listener was lost'));
  });
  socket.on('data', (chunk: string) => {
    const heardMs = steadyMs();
    bytes += chunk.length;
    const text = unread === '' ? chunk : unread + chunk;
    // An event that is not here to its end is read when the rest has come.
    unread = text.endsWith('\n\n\r\n') ? '' : text;
    if (unread !== '' || !text.includes('data: {')) return;
    isSeated = true;
    resolve();
    for (const sentMs of instantsIn(text)) if (sentMs >= begunMs) delaysMs.push(heardMs - sentMs);
  });
  return promise;
}

let lastText = '';
let lastInstants: readonly number[] = [];

/** Reads the instants of a batch once for all listeners, who get the same bytes. */
function instantsIn(text: string): readonly number[] {
  if (text !== lastText) {
    lastText = text;
    lastInstants = Array.from(text.matchAll(/"text":"at (\w+)"/g), ([, sent = '']) => instantOf(sent));
  }
  return lastInstants;
}

function summary(): Heard {
  const sorted = Float64Array.from(delaysMs).toSorted();
  const percentile = (percent: number) => sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
  return {
    messages: sorted.length,
    bytes,
    p50Ms: percentile(50),
    p99Ms: percentile(99),
    longestMs: percentile(100),
  };
}

function fail(error: unknown): void {
  say({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
}

function say(message: FromAudience): void {
  process.send?.(message);
}
