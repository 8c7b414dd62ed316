import { connect, type Socket } from 'node:net';
import { steadyMs } from './messages.ts';
import { newestTotal } from './newest-total.ts';

/** One connection that listens to the live ranking as a browser does. */
export class Listener {
  /** The total of the newest received event, and its time. */
  totalVotes = -1;
  heardMs = 0;
  events = 0;
  readonly #socket: Socket;
  #unread = '';

  /**
   * @param onHeard called after each event.
   * @param onEnd called when the server ends the stream or refuses it.
   */
  constructor(
    { port, path }: { readonly port: number; readonly path: string },
    { onHeard, onEnd }: { readonly onHeard: () => void; readonly onEnd: (why: string) => void },
  ) {
    this.#socket = connect({ host: '127.0.0.1', port });
    this.#socket.setEncoding('latin1');
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n`);
    this.#socket.on('error', (error) => onEnd(error.message));
    this.#socket.on('close', () => onEnd(`the stream ended after: ${this.#unread.slice(0, 200)}`));
    this.#socket.on('data', (chunk: string) => {
      const heardMs = steadyMs();
      const text = this.#unread === '' ? chunk : this.#unread + chunk;
      // An event that is not here to its end is read when the rest has come.
      this.#unread = text.endsWith('\n\n\r\n') ? '' : text;
      if (this.#unread !== '') return;
      const total = newestTotal(text);
      if (total === undefined) return;
      this.totalVotes = total;
      this.heardMs = heardMs;
      this.events += 1;
      onHeard();
    });
  }

  leave(): void {
    this.#socket.removeAllListeners('close').destroy();
  }
}
