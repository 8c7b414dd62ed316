import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/**
 * Free ports for programs that need a fixed port. They lie below the range of ephemeral ports, so that no other process
 * gets them first.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const listening = await new Promise<boolean>((told) => {
    probe.once('error', () => told(false)).listen(port, '127.0.0.1', () => told(true));
  });
  if (listening) await once(probe.close(), 'close');
  return listening;
}
