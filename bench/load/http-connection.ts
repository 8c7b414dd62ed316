import { connect, type Socket } from 'node:net';

/**
 * What a load generator needs of an answer: the envelope's code, which is 0 when the call did what it should and -1 when
 * the answer was no envelope; whether the caller's copy is still valid (304); the entity tag; and the body as it came.
 */
export type Reply = {
  readonly code: number;
  readonly isUnchanged: boolean;
  readonly etag: string | undefined;
  readonly body: string;
};

const headEnd = '\r\n\r\n';
const statusAt = 'HTTP/1.1 '.length;
const lengthHeader = /\r\ncontent-length: (\d+)/i;
const compressed = /\r\ncontent-encoding: /i;
const tagHeader = /\r\netag: ([^\r]+)/i;
const envelopeCode = /^\{"code":(\d+),/;

/**
 * One keep-alive connection with one request on its way at a time. It reads no more of an answer than a load generator
 * needs, because generator and server share the machine's cores: its cost is missing in the measured server.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received = '';
  #waiting: PromiseWithResolvers<Reply> | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed the connection')));
  }

  static open(port: number): Promise<HttpConnection> {
    const { promise, resolve, reject } = Promise.withResolvers<HttpConnection>();
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', reject);
    socket.once('connect', () => resolve(new HttpConnection(socket)));
    return promise;
  }

  /** Sends a whole request, head and body, and resolves with its answer. */
  request(text: string): Promise<Reply> {
    this.#waiting = Promise.withResolvers<Reply>();
    this.#socket.write(text, 'latin1');
    return this.#waiting.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: string): void {
    this.#received = this.#received === '' ? chunk : this.#received + chunk;
    const bodyAt = this.#received.indexOf(headEnd) + headEnd.length;
    if (bodyAt < headEnd.length) return;
    const head = this.#received.slice(0, bodyAt);
    const isUnchanged = head.startsWith('304', statusAt);
    const length = isUnchanged ? 0 : Number(lengthHeader.exec(head)?.[1] ?? 0);
    if (this.#received.length < bodyAt + length) return;
    const body = this.#received.slice(bodyAt);
    const reply = { code: codeOf(head, body), isUnchanged, etag: tagHeader.exec(head)?.[1], body };
    this.#received = '';
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(reply);
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

/** Reads the code of an answer. Compressed answers are not read: refusals are never compressed. */
function codeOf(head: string, body: string): number {
  const isAnswer = head.startsWith('304', statusAt) || (head.startsWith('200', statusAt) && compressed.test(head));
  return isAnswer ? 0 : Number(envelopeCode.exec(body)?.[1] ?? -1);
}
