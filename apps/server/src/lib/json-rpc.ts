import * as z from 'zod';
import { Refusal } from '#/errors.ts';
import type { Log } from '#/log.ts';

/** Asks a node of the chain. What the node says against the request itself is a `RpcError`. */
export type JsonRpc = (method: string, parameters: readonly unknown[]) => Promise<string>;

/** The node did what was asked, and says that it came to nothing. */
export class RpcError extends Error {
  readonly code: number;

  constructor({ code, message }: { readonly code: number; readonly message: string }) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

const answer = z.union([
  z.object({ result: z.string() }),
  z.object({ error: z.object({ code: z.int(), message: z.string() }) }),
]);

const timeoutMs = 3_000;
const longestAnswer = 64 * 1024;

/**
 * JSON-RPC over HTTP. All requests of one `JsonRpc` together have three seconds, and none is sent twice: a fan is
 * waiting, and an outage has to be told as one.
 *
 * Only the address of the settings is ever asked, redirects included. Every trouble on the way is the refusal
 * CHAIN_UNAVAILABLE; the log has the cause, without the address, which may carry a key.
 */
export function createJsonRpc({ url, log }: { readonly url: string; readonly log: Log }): JsonRpc {
  // From the first request on: what its caller prepares before is not the node's fault.
  let signal: AbortSignal | undefined;

  return async function ask(method, parameters) {
    signal ??= AbortSignal.timeout(timeoutMs);
    let answered: z.output<typeof answer>;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters }),
        redirect: 'error',
        signal,
      });
      answered = answer.parse(JSON.parse(await shortText(response)));
    } catch (error) {
      const { name, message } = error instanceof Error ? (causeOf(error) ?? error) : new Error(String(error));
      log.error({ method, cause: `${name}: ${message}` }, 'the chain could not be asked');
      throw new Refusal('CHAIN_UNAVAILABLE');
    }
    if ('error' in answered) throw new RpcError(answered.error);
    return answered.result;
  };
}

/** `fetch failed` says nothing; what failed is its cause. */
function causeOf({ cause }: Error): Error | undefined {
  return cause instanceof Error ? cause : undefined;
}

/** The text of an answer. Throws when it is longer than anything that is asked for here. */
async function shortText(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestAnswer) throw new Error(`The node's answer is longer than ${longestAnswer} characters`);
  }
  return text;
}
