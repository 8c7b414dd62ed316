import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';

export type Asking = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The address of this machine to come from; any of 127.0.0.0/8 will do on Linux. */
  readonly from?: string;
  readonly signal?: AbortSignal;
};

export type BrowserResponse = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };

export type Browser = Disposable & {
  /** Asks and waits for the whole answer. Throws when the connection breaks. */
  ask(path: string, asking?: Asking): Promise<BrowserResponse>;
  /** Asks, and answers as soon as the head has arrived; the rest is still to be read. */
  open(path: string, asking?: Asking): Promise<IncomingMessage>;
};

/** Speaks HTTP/1.1 over TLS and keeps its connections, as browsers do. `ca` is the certificate that it trusts. */
export function createBrowser(origin: string, ca: string): Browser {
  const agent = new Agent({ ca, keepAlive: true });

  /**
   * Opens a connection again when a kept one was closed at the moment of asking, by a reload of nginx for one, as
   * browsers do.
   */
  async function open(path: string, { method = 'GET', ...asking }: Asking = {}): Promise<IncomingMessage> {
    const { headers, body, from, signal } = asking;
    const sending = request(new URL(path, origin), {
      agent,
      method,
      headers: { ...(body && { 'content-length': Buffer.byteLength(body) }), ...headers },
      ...(from && { localAddress: from }),
      ...(signal && { signal }),
    });
    sending.end(body);
    try {
      const [answer] = (await once(sending, 'response')) as [IncomingMessage];
      return answer;
    } catch (error) {
      if (!sending.reusedSocket || (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      return open(path, { method, ...asking });
    }
  }

  return {
    open,
    async ask(path, asking) {
      const answer = await open(path, asking);
      return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
