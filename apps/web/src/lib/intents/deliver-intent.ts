import type { Contract, DataOf, InputOf, RouteName } from '@lightstick/contract';
import { isFinalAnswer } from '#/lib/api/api-error.ts';
import { call } from '#/lib/api/call.ts';
import { type Intent, intents } from './intent-store.ts';

/** The calls that move value, and so take an idempotency key. */
export type ValueRoute = {
  [R in RouteName]: Contract[R] extends { idempotency: 'required' | 'optional' } ? R : never;
}[RouteName];

/** The body of a value-moving call. */
export type BodyOf<R extends ValueRoute> = InputOf<Contract[R]> extends { body: infer Body } ? Body : never;

/** Sends an intent, for the first time or again, and forgets it as soon as the server has given its final answer. */
export async function deliverIntent<R extends ValueRoute>(intent: Intent & { route: R }): Promise<DataOf<Contract[R]>> {
  const ended = announceSending(intent.key);
  try {
    const input = { body: intent.body } as InputOf<Contract[R]>;
    const data = await call(intent.route, input, { idempotencyKey: intent.key, accountId: intent.accountId });
    intents.settle(intent.key);
    return data;
  } catch (error) {
    if (isFinalAnswer(error)) intents.settle(intent.key);
    throw error;
  } finally {
    ended();
  }
}

const prefix = 'lightstick.intent.';

/** Returns the locks, which some web views and pages without TLS lack. */
const locks = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;

/**
 * Marks an intent as in flight for other tabs. The mark ends with the tab.
 * @returns a function that ends it
 */
export function announceSending(key: string): () => void {
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  // Refused where storage is. The worst that comes of it is a repeat, which the server answers with the first outcome.
  locks()
    ?.request(prefix + key, { mode: 'shared' }, () => promise)
    .catch((error: unknown) => console.warn('Other tabs cannot be notified of a request.', error));
  return end;
}

/** Returns the keys of intents in flight in any tab; empty where locks are unsupported. */
export async function keysBeingSent(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}
