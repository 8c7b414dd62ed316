import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ShownMetrics } from './metrics.ts';

/** The metrics on a port of their own, until it is disposed. */
export type MetricsPort = AsyncDisposable & { readonly port: number };

/**
 * Serves the metrics on a port of their own, for a network that only the operator's machines can reach.
 *
 * @param address where to listen; any free port when it names 0
 */
export async function listenForMetrics(
  shown: ShownMetrics,
  address: { readonly host: string; readonly port: number },
): Promise<MetricsPort> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    shown.metrics().then(
      (text) => response.writeHead(200, { 'content-type': shown.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      // A connection that was opened and never used does not count as idle, and would hold up the end.
      server.closeAllConnections();
      await closed;
    },
  };
}
