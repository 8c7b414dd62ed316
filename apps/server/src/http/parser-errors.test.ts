import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { answerParserError } from './parser-errors.ts';

async function listening(options: ServerOptions): Promise<Server> {
  const server = createServer(options);
  server.on('clientError', answerParserError);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return server;
}

it('A request that takes too long to arrive is answered with the envelope and 408.', async () => {
  const server = await listening({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost:');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout');
  expect(JSON.parse(body)).toEqual({
    code: 9000,
    message: 'We couldn’t read the request: it took too long to arrive.',
    data: null,
  });
});
