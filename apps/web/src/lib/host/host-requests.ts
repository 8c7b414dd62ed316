import { randomUuid } from '../random-uuid.ts';
import { type HostMethod, parseEnvelope, request, type ResponseEnvelope } from './envelope.ts';
import { HostError } from './host-error.ts';
import { pendingRequests } from './pending-requests.ts';
import type { Transport } from './transports/transport.ts';

const timeoutMs = 3000;
/** The getters change nothing, so they may be asked again. */
const getterAttempts = 3;

/** Requests over one transport. They reject with a `HostError`. */
export type HostRequests = {
  /** Asks once. */
  readonly ask: (method: HostMethod, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Asks up to three times, until there is an answer that `parse` can read. */
  readonly get: <T>(method: HostMethod, parse: (result: unknown) => T | undefined) => Promise<T>;
  /** Takes an answer that came on its own, and drops it when nobody waits for it. */
  readonly settle: (response: ResponseEnvelope) => void;
};

/** Sends requests over a transport and matches the answers to them. */
export function hostRequests(transport: Transport, has: (method: HostMethod) => boolean): HostRequests {
  const pending = pendingRequests(timeoutMs);

  const settle = (response: ResponseEnvelope): void => {
    if (!pending.settle(response)) console.warn('An answer of the host came late, twice or unasked.', response.id);
  };

  /** A handler may reply with nothing and answer by `receive`; but what it does reply is the answer. */
  const takeReply = (id: string, message: unknown): void => {
    if (message === undefined || message === null) return;
    const envelope = parseEnvelope(message);
    if (envelope?.kind === 'res' && envelope.id === id) settle(envelope);
    else pending.fail(id, 'unreadable');
  };

  const ask: HostRequests['ask'] = async (method, params) => {
    if (!has(method)) throw new HostError(method, 'unsupported');
    const id = randomUuid();
    const answer = pending.wait(id, method);
    const fail = (cause: unknown) => pending.fail(id, 'unreachable', cause);
    try {
      const reply = transport.send(request(id, method, params));
      if (isPromise(reply)) reply.then((message) => takeReply(id, message), fail);
    } catch (cause) {
      fail(cause);
    }
    return answer;
  };

  const get: HostRequests['get'] = async (method, parse) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const value = parse(await ask(method));
        if (value !== undefined) return value;
        throw new HostError(method, 'unreadable');
      } catch (error) {
        const isFinal = error instanceof HostError && error.reason === 'unsupported';
        if (isFinal || attempt === getterAttempts) throw error;
      }
    }
  };

  return { ask, get, settle };
}

/** By its method, because a promise may come from another realm. */
function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
