import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that is free now. It is closed again before anybody takes it, who can then keep it through restarts. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}
