import { call } from '#/fixtures/call.ts';
import { givenStaking, passStakingWeeks } from '#/fixtures/given-staking.ts';
import { expect, test } from '#/fixtures/test.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;

test('the stake screen shows the whole balance of Points', async ({ given, visit }) => {
  const page = await visit.as(await given.fan({ points: 730 }));
  await page.goto('/stake');
  await expect(page.getByRole('region', { name: say('stake.points') })).toContainText('730');
  await expect(page.getByRole('heading', { name: say('stake.soonTitle') })).toBeVisible();
});

test('a stake counts for its week, returns by itself, and brings its bonus', async ({ product, given }) => {
  const { address } = product;
  await givenStaking(product, { pool: 500 });
  const fan = await given.fan({ points: 300 });
  const { periodId } = await call(address, 'POST /task/api/v1/staking/doStaking', { body: { amount: 300 } }, fan);
  const info = () => call(address, 'GET /task/api/v1/staking/info', { query: {} }, fan);
  await passStakingWeeks(product);
  expect(await info()).toMatchObject({
    current: { pool: 500, mine: { staked: 300, estimate: 500 } },
    mine: { held: 300 },
  });
  await passStakingWeeks(product);
  const { mine, settled } = await info();
  expect(mine).toMatchObject({ available: 300, held: 0, receivable: { points: 500, periods: 1 } });
  const body = { periodId: settled[0]?.periodId ?? periodId };
  expect(await call(address, 'POST /task/api/v1/staking/receive', { body }, fan)).toMatchObject({ available: 800 });
});
