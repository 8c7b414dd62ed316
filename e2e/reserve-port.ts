import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port for a program that cannot inherit a socket, or starts again at the same one. It lies below the range of ephemeral
 * ports, so the system gives it to nobody, and no other process of the tests gets it before this one ends.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/** A UDP socket of the same number is the mark by which processes see what is reserved; TCP does not collide with it. */
async function reserve(port: number): Promise<boolean> {
  const mark = createSocket('udp4');
  const isOurs = await new Promise<boolean>((resolve) => {
    mark.once('error', () => resolve(false)).bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
  if (isOurs) mark.unref();
  else mark.close();
  return isOurs;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isListening) await once(probe.close(), 'close');
  return isListening;
}
