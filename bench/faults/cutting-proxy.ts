import { once } from 'node:events';
import { createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net';
import type { SeededRandom } from '../../apps/server/src/lib/random-from-seed.ts';

/**
 * How a line is harmed once its bytes are used up: `cut` ends it on both sides, in the middle of any message; `silence`
 * leaves it open on both sides, and nothing passes any more, as when a machine or a cable between the two is lost.
 */
export type Harm = 'cut' | 'silence';

/** A way to a server on which lines break. */
export type CuttingProxy = AsyncDisposable & {
  readonly port: number;
  /** Harms every line from now on, open and future ones, after a number of bytes in one direction. */
  harmLines(harm: Harm, random: SeededRandom): void;
  /** Spares lines from now on. Silent ones stay silent. */
  spareLines(): void;
  /** Counts the harmed lines, by the direction in which they broke. */
  harmed(): Readonly<Record<Direction, number>>;
};

type Direction = 'asking' | 'answering';

/** What a line may still say in a direction before it is harmed. */
type Fate = { readonly harm: Harm; readonly direction: Direction; bytesLeft: number; readonly isReset: boolean };

type Line = { readonly caller: Socket; readonly target: Socket; fate: Fate | undefined };

/** A line breaks after 0 to this many bytes, small numbers being as likely as large ones. */
const mostBytesExponent = 15;

/** Starts a proxy on a separate port. */
export async function startCuttingProxy(target: NetConnectOpts): Promise<CuttingProxy> {
  const lines = new Set<Line>();
  const harmed: Record<Direction, number> = { asking: 0, answering: 0 };
  let drawFate: (() => Fate) | undefined;

  const server = createServer({ allowHalfOpen: true }, (caller) => {
    const line: Line = { caller, target: createConnection({ allowHalfOpen: true, ...target }), fate: drawFate?.() };
    lines.add(line);
    join(line, 'asking', caller, line.target);
    join(line, 'answering', line.target, caller);
  });

  function join(line: Line, direction: Direction, from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      const passing = passingOf(line, direction, chunk);
      if (passing.length > 0 && !to.write(passing)) from.pause();
      if (line.fate?.direction === direction && line.fate.bytesLeft === 0) harm(line, line.fate, to);
    });
    to.on('drain', () => from.resume());
    from.on('end', () => {
      if (!isSilent(line)) to.end();
    });
    // What breaks on one side breaks on the other; a line that has gone silent keeps it to itself.
    from.on('error', () => undefined);
    from.on('close', () => {
      lines.delete(line);
      if (!isSilent(line)) to.destroy();
    });
  }

  function harm(line: Line, fate: Fate, to: Socket): void {
    harmed[fate.direction] += 1;
    fate.bytesLeft = -1;
    if (fate.harm === 'silence') return;
    lines.delete(line);
    for (const socket of [line.caller, line.target]) {
      // Without a reset the side that was being told gets what had passed, and then the end.
      if (fate.isReset && socket.remoteFamily !== undefined) socket.resetAndDestroy();
      else if (socket === to) socket.end(() => socket.destroy());
      else socket.destroy();
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return {
    port: address.port,
    harmLines(kind, random) {
      drawFate = () => ({
        harm: kind,
        direction: random.chance(0.5) ? 'asking' : 'answering',
        bytesLeft: Math.floor(2 ** random.between(0, mostBytesExponent)) - 1,
        isReset: random.chance(0.5),
      });
      for (const line of lines) line.fate ??= drawFate();
    },
    spareLines() {
      drawFate = undefined;
      for (const line of lines) if (!isSilent(line)) line.fate = undefined;
    },
    harmed: () => harmed,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((settle) => server.close(() => settle()));
      for (const { caller, target: other } of lines) {
        caller.destroy();
        other.destroy();
      }
      await closed;
    },
  };
}

function isSilent({ fate }: Line): boolean {
  return fate?.harm === 'silence' && fate.bytesLeft < 0;
}

/** Returns the part of a chunk that still gets through. */
function passingOf(line: Line, direction: Direction, chunk: Buffer): Buffer {
  const { fate } = line;
  if (!fate) return chunk;
  if (isSilent(line)) return chunk.subarray(0, 0);
  if (fate.direction !== direction) return chunk;
  const passing = chunk.subarray(0, fate.bytesLeft);
  fate.bytesLeft -= passing.length;
  return passing;
}
