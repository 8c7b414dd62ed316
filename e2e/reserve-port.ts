import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const given = new Set<number>();

/**
 * A free port for a program that needs a fixed one. It lies below the range of ephemeral ports, so that no listener and no
 * connection of another process gets it before the program does; this process gives it once.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isListening) await once(probe.close(), 'close');
  return isListening;
}
