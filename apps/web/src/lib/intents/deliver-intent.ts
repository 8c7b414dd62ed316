import type { Contract, DataOf, InputOf, RouteName } from '@lightstick/contract';
import { isFinalAnswer } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import type { Intent } from './intent-store.ts';
import { intents } from './intents.ts';
import { announceSending } from './sending.ts';

/** The calls whose contract says that they move value, and that therefore take an idempotency key. */
export type ValueRoute = {
  [R in RouteName]: Contract[R] extends { movesValue: true } ? R : never;
}[RouteName];

/** What a value-moving call is sent. */
export type BodyOf<R extends ValueRoute> = InputOf<Contract[R]> extends { body: infer Body } ? Body : never;

/** Sends an intent, for the first time or again, and forgets it as soon as the server has given its final answer. */
export async function deliverIntent<R extends ValueRoute>(intent: Intent & { route: R }): Promise<DataOf<Contract[R]>> {
  const ended = announceSending(intent.key);
  try {
    const input = { body: intent.body } as InputOf<Contract[R]>;
    const data = await call(intent.route, input, { idempotencyKey: intent.key });
    intents.settle(intent.key);
    return data;
  } catch (error) {
    if (isFinalAnswer(error)) intents.settle(intent.key);
    throw error;
  } finally {
    ended();
  }
}
