import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { reservePort } from '../../../../e2e/reserve-port.ts';

/** Five seconds, for a busy machine; the port is free again within milliseconds. */
const mostAttempts = 500;
const pauseMs = 10;

/**
 * The fault of a connection: none, nothing passes, it breaks after some bytes of the requests or answers, or it stalls
 * after some bytes of the answers.
 */
export type LineFault =
  | 'none'
  | 'silent'
  | { readonly cutAfterBytes: number }
  | { readonly silentAfterAnswered: number }
  | { readonly cutAfterAnswered: number };

export type FaultyLine = AsyncDisposable & {
  readonly port: number;
  /** Sets the faults from now on, also for open connections. */
  set(fault: LineFault): void;
  /** Stops listening and cuts open connections, until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
};

/** Opens a line to a server on this machine that can be made to fail. */
export async function openFaultyLine(target: number): Promise<FaultyLine> {
  let fault: LineFault = 'none';
  let passed = 0;
  let answered = 0;
  const sockets = new Set<Socket>();

  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => {
      if (fault === 'silent') return;
      passed += bytes.length;
      if (typeof fault === 'object' && 'cutAfterBytes' in fault && passed >= fault.cutAfterBytes) {
        return void near.destroy();
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (fault === 'silent') return;
      const passing = bytes.subarray(0, Math.max(0, mostAnswered(fault) - answered));
      answered += bytes.length;
      near.write(passing);
      if (typeof fault === 'object' && 'cutAfterAnswered' in fault && passing.length < bytes.length) near.end();
    });
  });

  const port = await reservePort();
  // A process that another thread forks keeps a copy of a listener that was just closed until it executes its program.
  async function open(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === mostAttempts) throw error;
        await pause(pauseMs);
      }
    }
  }
  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await open();
  return {
    port,
    set(next) {
      fault = next;
      passed = 0;
      answered = 0;
    },
    open,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns how many bytes of the answers come through. */
function mostAnswered(fault: LineFault): number {
  if (typeof fault !== 'object') return Infinity;
  if ('silentAfterAnswered' in fault) return fault.silentAfterAnswered;
  return 'cutAfterAnswered' in fault ? fault.cutAfterAnswered : Infinity;
}
