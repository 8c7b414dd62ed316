import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
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

const readable = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const unreadable = 'no HTTP\r\n\r\n';

/** Sends text on a new connection to a server that answers by `answer`, and returns all that comes back. */
async function receiveAnswer(message: string, answer: RequestListener): Promise<string> {
  const server = await listening({});
  server.on('request', answer);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(message);
  return text(socket);
}

describe('an unreadable request after one that is answered later ends the connection without an envelope', () => {
  it('while the answer is due, which the client would take the envelope for.', async () => {
    expect(await receiveAnswer(readable + unreadable, () => {})).toBe('');
  });

  it('while the answer is half sent.', async () => {
    const got = await receiveAnswer(readable + unreadable, (_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"code":0,');
    });
    expect(got).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(got.split('\r\n\r\n')[1]).toBe('{"code":0,');
  });

  it('while answers to several are due.', async () => {
    expect(await receiveAnswer(readable + readable + unreadable, () => {})).toBe('');
  });
});

it('After a complete answer, an unreadable request is answered with the envelope.', async () => {
  const server = await listening({});
  server.on('request', (_, response) => void response.end('{}'));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(readable);
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{\}$/);
  socket.write(unreadable);
  const rest = await text(socket);
  expect(rest).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(rest).toContain('"code":9000');
});

it('A body that cannot be read is answered with the envelope.', async () => {
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
  const got = await receiveAnswer(`${head}no length\r\n`, (request) => void request.on('error', () => {}).resume());
  expect(got).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

it('A body that cannot be read gets no envelope into the answer that has begun.', async () => {
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
  const got = await receiveAnswer(`${head}no length\r\n`, (request, response) => {
    request.on('error', () => {}).resume();
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"code":0,');
  });
  expect(got.split('\r\n\r\n')[1]).toBe('{"code":0,');
});
