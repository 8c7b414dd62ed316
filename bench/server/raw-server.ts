import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/*
 * What Node's own HTTP answers without a framework, a database or a product: it reads the body and answers a fixed text.
 * A process of its own, because the measured server is one, too.
 */

/** An answer as long as that to a vote. */
const answer = JSON.stringify({ code: 0, message: 'success', data: 'x'.repeat(700) });
const file = fileURLToPath(import.meta.url);

if (process.argv[1] === file) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
      response.end(answer);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit(0));
}

export type RawServer = AsyncDisposable & { readonly port: number };

export async function startRawServer(): Promise<RawServer> {
  const child: ChildProcess = fork(file);
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
