import * as z from 'zod';
import { Refusal } from '#/errors.ts';
import type { Log } from '#/log.ts';
import { shortText } from './short-text.ts';

/** Calls a chain node. The result is not checked yet. The node's error about the request itself is an `RpcError`. */
export type JsonRpc = (method: string, parameters: readonly unknown[]) => Promise<unknown>;

/** The node executed the request and reports an error. */
export class RpcError extends Error {
  readonly code: number;

  constructor({ code, message }: { readonly code: number; readonly message: string }) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

const answer = z.union([
  z.object({ result: z.unknown().refine((result) => result !== undefined) }),
  z.object({ error: z.object({ code: z.int(), message: z.string() }) }),
]);

const timeoutMs = 3_000;
const longestAnswer = 64 * 1024;

/**
 * Creates a client of JSON-RPC over HTTP to the configured address only, without redirects. All requests of one
 * `JsonRpc` share three seconds and are not repeated, because a fan waits; failures become CHAIN_UNAVAILABLE, and the
 * log omits the address, which may contain a key.
 */
export function createJsonRpc({ url, log }: { readonly url: string; readonly log: Log }): JsonRpc {
  // From the first request on, so that the caller's preparation does not count.
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
      answered = answer.parse(JSON.parse(await shortText(response, longestAnswer)));
    } catch (error) {
      const { name, message } = error instanceof Error ? (causeOf(error) ?? error) : new Error(String(error));
      log.error({ method, cause: `${name}: ${message}` }, 'the chain could not be asked');
      throw new Refusal('CHAIN_UNAVAILABLE');
    }
    if ('error' in answered) throw new RpcError(answered.error);
    return answered.result;
  };
}

/** Returns the cause of `fetch failed`, which has the details. */
function causeOf({ cause }: Error): Error | undefined {
  return cause instanceof Error ? cause : undefined;
}
