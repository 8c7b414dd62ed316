import { isDeepStrictEqual } from 'node:util';
import { randomFromSeed } from '../../apps/server/src/lib/random-from-seed.ts';
import type { Known, Outcome } from './send-until-known.ts';
import type { Stage } from './stages/stage.ts';

const askedAgain = 200;

type Again<Call, Answer> = {
  /** The calls with what they were told. */
  readonly told: readonly (Call & Known<Answer>)[];
  readonly seed: string;
  readonly nameOf: (call: Call) => string;
  readonly send: (address: string, call: Call) => Promise<Outcome<Answer>>;
};

/** Sends some calls once more: each must get its first answer. */
export async function askAgain<Call, Answer>(
  { addresses }: Pick<Stage, 'addresses'>,
  { told, seed, nameOf, send }: Again<Call, Answer>,
): Promise<{ readonly equal: number; readonly differences: readonly string[] }> {
  const random = randomFromSeed(seed, 'asked again');
  const differences: string[] = [];
  const calls = Math.min(askedAgain, told.length);
  for (let turn = 0; turn < calls; turn += 1) {
    const one = told[Math.floor(random.next() * told.length)];
    if (!one) break;
    const { answer, refusal: reason } = one;
    const outcome = await send(addresses[turn % addresses.length] ?? addresses[0], one);
    const first = answer === undefined ? { kind: 'refused', reason } : { kind: 'answered', answer };
    if (!isDeepStrictEqual(outcome, first)) {
      differences.push(`${nameOf(one)} got another answer when it was sent again: ${JSON.stringify(outcome)}`);
    }
  }
  return { equal: calls - differences.length, differences };
}
