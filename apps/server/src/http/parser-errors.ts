import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import { ErrorCode, type Language } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { errorText, Refusal } from '#/errors.ts';
import { languageOf } from './request-headers.ts';

type Failure = { readonly status: number; readonly reason: Readonly<Record<Language, string>> };

/** The refusals of Node's HTTP parser with their own status, by error code. */
const failures: Readonly<Record<string, Failure>> = {
  HPE_HEADER_OVERFLOW: { status: 431, reason: { en_US: 'the headers are larger than 16 KB', zh_TW: '標頭超過 16 KB' } },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    reason: { en_US: 'the chunk extensions are larger than 16 KB', zh_TW: '區塊擴充超過 16 KB' },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: { en_US: 'it took too long to arrive', zh_TW: '傳送時間過長' },
  },
};

const malformed: Failure = {
  status: 400,
  reason: { en_US: 'it isn’t well-formed HTTP', zh_TW: '不是正確的 HTTP 格式' },
};

const unexpected: Failure = {
  status: 417,
  reason: { en_US: 'the only Expect header that works is 100-continue', zh_TW: 'Expect 標頭僅支援 100-continue' },
};

/** The statuses of requests that never reach a route, which any call can therefore give besides 400. */
export const unreadableStatuses = [...Object.values(failures), unexpected].map(({ status }) => status);

/** A socket of Node's HTTP server, which notes the oldest answer that is not over. */
type Socket = NetSocket & { readonly _httpMessage?: ServerResponse | null };

/**
 * Answers a request that Node's parser could not read with the envelope, and ends the connection. Only ends it while an answer
 * to an earlier request is due, because the client would read the envelope as that answer or as a part of it.
 */
export function answerParserError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const due = socket._httpMessage;
  // The unreadable request itself has a due answer if its body is what cannot be read.
  if (due && (due.headersSent || due.req.complete)) return socket.destroySoon();
  const { status, body } = answerOf(failures[error.code ?? ''] ?? malformed, undefined);
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // Half-closed connections of clients that do not leave would pile up.
  socket.destroySoon();
}

/** Refuses a request of HTTP/1.1 without a Host header, as Node would without the envelope. */
export function requireHost(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) return done();
    done(new Refusal('REQUEST_UNREADABLE', { reason: hostMissing }));
  });
}

const hostMissing = { en_US: 'the Host header is missing', zh_TW: '缺少 Host 標頭' };

/** Answers an `Expect` header that the server cannot meet with the envelope. */
export function answerUnmetExpectations(server: Server): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = answerOf(unexpected, request.headers['accept-language']);
    response
      .writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
      .end(body);
  });
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function answerOf({ status, reason }: Failure, accepted: string | undefined): { status: number; body: string } {
  const message = errorText({ reason: 'REQUEST_UNREADABLE', parameters: { reason } }, languageOf(accepted));
  return { status, body: JSON.stringify({ code: ErrorCode.REQUEST_UNREADABLE, message, data: null }) };
}
