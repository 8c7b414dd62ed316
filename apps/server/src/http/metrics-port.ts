import { createServer, type Server } from 'node:http';
import type { ShownMetrics } from './metrics.ts';

/**
 * Serves the metrics on a port of their own, for a network that only the operator's machines can reach.
 *
 * @returns the server, listening.
 */
export function listenForMetrics(shown: ShownMetrics, { host, port }: { host: string; port: number }): Promise<Server> {
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
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
