import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/**
 * Ports that are free now, for programs that must be told theirs. They lie below those that systems give to whoever asks
 * for any, so that nobody gets one before its program has it.
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
