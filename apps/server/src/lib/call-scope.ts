import { AsyncLocalStorage } from 'node:async_hooks';
import type { EndTurn } from './turns.ts';

/** What a call may use of the connections of its process. */
export type CallScope = {
  /** Waits, without a connection, until the call may take one. Rejects with the call's refusal. */
  turnAtDatabase(): Promise<EndTurn>;
};

const scopes = new AsyncLocalStorage<CallScope | undefined>();

/** The call on whose behalf this code runs. Undefined in jobs, and in work that several calls share. */
export function currentCall(): CallScope | undefined {
  return scopes.getStore();
}

export function inCall<Result>(scope: CallScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/** Runs work that other calls wait for too: it must not wait for the turns of the call that happens to begin it. */
export function forAllCalls<Result>(work: () => Result): Result {
  return scopes.run(undefined, work);
}
