import type { CallPlan } from '../load/requests.ts';
import type { Election } from '../world/given-election.ts';
import type { SimulatedFan } from '../world/given-fans.ts';
import { routes, type Variant } from './routes-of-comparison.ts';

/** Makes one vote each time, for the same idol, in every way to answer it. */
export function voteCalls(
  { activityId, idolIds }: Election,
  fans: readonly SimulatedFan[],
): Readonly<Record<Variant, CallPlan>> {
  const tokens = fans.map((fan) => fan.token);
  const bodies = [JSON.stringify({ activityId, idolId: idolIds[0], num: 1 })];
  const callOf = (variant: Variant): CallPlan => {
    return { method: 'POST', path: routes[variant].replace('POST ', ''), tokens, bodies };
  };
  return { noOp: callOf('noOp'), single: callOf('single'), batched: callOf('batched') };
}

/** Makes the same request to a server that is nothing but Node's own. */
export const rawCall = (vote: CallPlan): CallPlan => ({ ...vote, path: '/' });
