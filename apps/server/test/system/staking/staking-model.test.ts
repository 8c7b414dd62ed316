import { hash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { weekOf } from '#/modules/staking/periods.rules.ts';
import { balanceOf } from '../../world/balance-of.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenStaking, givenStakingPlan, moveStaking } from '../../world/given-staking.ts';
import { createWorld, type World } from '../../world/world.ts';
import { createStakingModel, type StakingModel } from '../../staking/staking-model.ts';

const weekMs = 7 * 86_400_000;
const fanCount = 4;
const points = 100;
const plans = [
  { periods: 1, factor: 100 },
  { periods: 4, factor: 130 },
] as const;

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: new Date('2015-01-07T04:00:00.000Z') });
});
afterAll(() => world[Symbol.asyncDispose]());

type Stake = { readonly fan: number; readonly amount: number; readonly plan: (typeof plans)[number] };
type Receipt = { readonly fan: number; readonly weeksAgo: number };
type Run = { readonly fans: readonly TestFan[]; readonly model: StakingModel };

const fan = fc.nat(fanCount - 1);
const stake = fc.record({ fan, amount: fc.integer({ min: 1, max: 60 }), plan: fc.constantFrom(...plans) });
const receipt = fc.record({ fan, weeksAgo: fc.integer({ min: 1, max: 3 }) });
const week = fc.array(fc.oneof(stake, stake, receipt), { maxLength: 5 });
const history = fc.record({
  pool: fc.integer({ min: 1, max: 40 }),
  weeks: fc.array(week, { minLength: 2, maxLength: 4 }),
});

it('for any stakes and receipts of fans, a small model gives the same result', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ pool, weeks }) => {
      // Later than the weeks that a run before has published.
      world.clock.advance(3 * weekMs);
      await givenStaking(world, { pool, least: 1 });
      const run = {
        fans: await world.given.fans(fanCount, { points }),
        model: createStakingModel({ pool, points, fans: fanCount }),
      };
      for (const actions of weeks) {
        for (const action of actions) await ('amount' in action ? checkStake(run, action) : checkReceipt(run, action));
        await passWeek(run);
      }
      // Until all stakes have returned.
      for (const _ of Array.from({ length: 5 })) await passWeek(run);
      expect(await Promise.all(run.fans.map((one) => balanceOf(world, one)))).toEqual(run.model.available());
    }),
    { numRuns: 20 },
  );
});

function callerOf({ fans }: Run, index: number): TestFan {
  const caller = fans[index];
  if (!caller) throw new Error(`There is no fan ${index}`);
  return caller;
}

async function checkStake(run: Run, { fan: index, amount, plan }: Stake): Promise<void> {
  await givenStakingPlan(world, { ...plan, least: 1 });
  const body = { amount };
  const { refusal } = await world.call('POST /task/api/v1/staking/doStaking', { fan: callerOf(run, index), body });
  expect(refusal).toBe(run.model.stake(index, amount, plan) ? undefined : 'INSUFFICIENT_POINTS');
}

async function checkReceipt(run: Run, { fan: index, weeksAgo }: Receipt): Promise<void> {
  const { periodId } = weekOf(world.clock.now(), 'Asia/Taipei', -weeksAgo);
  const body = { periodId };
  const { refusal, data } = await world.call('POST /task/api/v1/staking/receive', { fan: callerOf(run, index), body });
  const expected = run.model.receive(index, weeksAgo);
  if (typeof expected === 'number') expect(data.points).toBe(expected);
  else expect(['STAKING_PERIOD_NOT_FOUND', expected]).toContain(refusal);
}

async function passWeek(run: Run): Promise<void> {
  const { periodId } = weekOf(world.clock.now(), 'Asia/Taipei');
  world.clock.advance(weekMs);
  await moveStaking(world);
  run.model.passWeek((index) => hash('sha256', `${periodId}${callerOf(run, index).accountId}`));
}
