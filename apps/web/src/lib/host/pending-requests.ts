import type { HostMethod, ResponseEnvelope } from './envelope.ts';
import { HostError, type HostFailure } from './host-error.ts';

type Pending = {
  readonly method: HostMethod;
  readonly resolve: (result: unknown) => void;
  readonly fail: (reason: HostFailure, cause?: unknown, refusalCode?: string) => void;
};

/** The requests that wait for an answer of the host. */
export type PendingRequests = {
  /** Waits for the answer to a request; rejects with a `HostError` when none comes in time. */
  wait: (id: string, method: HostMethod) => Promise<unknown>;
  /** Takes an answer; false when nobody waits for it: it is late, a repeat, or a stranger's. */
  settle: (response: ResponseEnvelope) => boolean;
  /** Gives a request up for a reason of ours. Nothing happens when it has been answered. */
  fail: (id: string, reason: HostFailure, cause?: unknown) => void;
};

/** Keeps requests by id until they are answered or `timeoutMs` has passed. */
export function pendingRequests(timeoutMs: number): PendingRequests {
  const waiting = new Map<string, Pending>();

  const take = (id: string): Pending | undefined => {
    const pending = waiting.get(id);
    waiting.delete(id);
    return pending;
  };

  return {
    wait: (id, method) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => take(id)?.fail('timeout'), timeoutMs);
        waiting.set(id, {
          method,
          resolve: (result) => {
            clearTimeout(timer);
            resolve(result);
          },
          fail: (reason, cause, refusalCode) => {
            clearTimeout(timer);
            reject(new HostError(method, reason, { cause, ...(refusalCode !== undefined && { refusalCode }) }));
          },
        });
      }),
    settle: (response) => {
      const pending = take(response.id);
      if (response.ok) pending?.resolve(response.result);
      else pending?.fail('refused', response.error.message, response.error.code);
      return pending !== undefined;
    },
    fail: (id, reason, cause) => take(id)?.fail(reason, cause),
  };
}
