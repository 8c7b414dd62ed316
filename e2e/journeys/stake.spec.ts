import type { Page } from '@playwright/test';
import type { Language } from '@lightstick/contract';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { givenPastWeeks, givenStaking, passStakingWeeks } from '#/fixtures/given-staking.ts';
import { loadPage, openChangedPage, openPage, reloadPage } from '#/fixtures/in-app.ts';
import { loseAnswers } from '#/fixtures/lose-answer.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { refusalText, says } from '#/pages/texts.ts';

/** One after the other: all share one server, and so its weeks. No other file does, because they pass. */
test.describe.configure({ mode: 'default' });
test.use({ settings: { TIME_TURNED_BY: 'parent' } });

/** A sign-in's token lasts for a day; a browser that meets its end is given the next. */
const tokenEnds = /status of 401/;

/** Opens the screen as it is now, whole. */
async function openStaking(product: Product, page: Page): Promise<void> {
  await openChangedPage(product, page, '/stake');
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

async function stake({ address }: Product, fan: Fan, amount: number): Promise<void> {
  await call(address, 'POST /task/api/v1/staking/doStaking', { body: { amount } }, fan);
}

async function stakesOf({ database }: Product, fan: Fan): Promise<readonly number[]> {
  const { rows } = await database.query<{ amount: string }>(
    'SELECT amount FROM stake WHERE fan_id = (SELECT id FROM fan WHERE account_id = $1) ORDER BY id',
    [fan.accountId],
  );
  return rows.map(({ amount }) => Number(amount));
}

/** Opens the sheet that stakes, with an amount in it. */
async function chooseAmount(page: Page, amount: number, language: Language = 'en_US') {
  const say = says[language];
  await page.getByRole('button', { name: say('stake.action'), exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: say('stake.amount') }).fill(String(amount));
  return { sheet, press: sheet.getByRole('button', { name: say('stake.stakePoints', { points: amount }) }) };
}

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const say = says[language];

    test(
      'a fan stakes Points, their weeks pass, and they get the Point bonus and the Points back',
      { tag: '@system' },
      async ({ product, given, visit }) => {
        await givenStaking(product, { pool: 1000, periods: 1, least: 100 });
        const page = await visit.as(await given.fan({ points: 730 }), { tolerates: [tokenEnds] });
        await openStaking(product, page);
        const { sheet, press } = await chooseAmount(page, 300, language);
        const turns = sheet.getByRole('region', { name: say('stake.when') }).getByRole('listitem');
        await expect(turns).toHaveCount(4);
        await expect(turns.nth(2).getByText(say('stake.turn.bonusUnknown'), { exact: true })).toBeVisible();
        await expect(turns.nth(3)).toContainText(say('stake.turn.returns', { points: 300 }));
        await press.click();
        await expect(sheet.getByText(say('stake.staked', { points: 300 }))).toBeVisible();
        await sheet.getByRole('button', { name: say('common.done') }).click();
        const stakes = page.getByRole('list', { name: say('stake.records.stakes') });
        await expect(stakes).toContainText(say('stake.is.waiting'));

        await passStakingWeeks(product);
        await openStaking(product, page);
        await expect(stakes).toContainText(say('stake.is.counting'));
        const thisWeek = page.getByRole('region', { name: say('stake.thisWeek') });
        await expect(thisWeek).toContainText(say('stake.estimateClosed', { points: 1000 }));

        await passStakingWeeks(product);
        await openStaking(product, page);
        await expect(stakes).toContainText(say('stake.is.returned'));
        await page.getByRole('button', { name: say('stake.bonus.receive', { points: 1000 }) }).click();
        const received = page.getByRole('dialog', { name: say('stake.bonus.got', { points: 1000 }) });
        await expect(received).toContainText(say('points.count', { points: 1730 }));
        expect(await violations(page), 'what axe finds when the bonus has come').toEqual([]);
        await received.getByRole('button', { name: say('common.done') }).click();
        await expect(page.getByRole('button', { name: say('stake.bonus.receive', { points: 1000 }) })).toHaveCount(0);
        await page.getByRole('tab', { name: say('stake.records.bonuses') }).click();
        await expect(page.getByRole('list', { name: say('stake.records.bonuses') })).toContainText('+1,000');
      },
    );
  });
}

const say = says.en_US;
const pastWeeks = (page: Page) => page.getByRole('region', { name: say('stake.pastWeeks') });

test(
  'an amount that is too small cannot be sent, and a plan that has changed meanwhile is refused in words',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    await givenStaking(product, { least: 100 });
    const fan = await given.fan({ points: 500 });
    const page = await visit.as(fan);
    await openStaking(product, page);
    const { sheet, press } = await chooseAmount(page, 99);
    await expect(sheet.getByText(say('stake.tooSmall', { least: 100 }))).toBeVisible();
    await expect(press).toHaveCount(0);
    await expect(sheet.getByRole('button', { name: say('stake.action') })).toBeDisabled();
    await sheet.getByRole('textbox').fill('9999');
    await expect(sheet.getByRole('textbox'), 'no more than there is').toHaveValue('500');

    await givenStaking(product, { least: 100, periods: 4 });
    await sheet.getByRole('button', { name: say('stake.stakePoints', { points: 500 }) }).click();
    await expect(sheet.getByRole('alert')).toContainText(refusalText('STAKING_CHANGED', 'en_US'));
    await expect(sheet.getByText(say('stake.planLine', { weeks: 4, factor: '1' }))).toBeVisible();
    expect(await stakesOf(product, fan), 'nothing is staked').toEqual([]);
  },
);

test(
  'a fan with too few Points, or as many staked as they may, reads why there is nothing to press',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    await givenStaking(product, { least: 100, most: 500, mostHeld: 500 });
    const poor = await visit.as(await given.fan({ points: 40 }));
    await openStaking(product, poor);
    await expect(poor.getByText(say('stake.tooFew', { missing: 60 }))).toBeVisible();
    await expect(poor.getByRole('button', { name: say('stake.action'), exact: true })).toBeDisabled();

    const fan = await given.fan({ points: 900 });
    await stake(product, fan, 500);
    const full = await visit.as(fan);
    await openStaking(product, full);
    await expect(full.getByText(say('stake.atLimit', { limit: '500' }))).toBeVisible();
    await openPage(full, '/my-assets');
    await expect(full.getByRole('link', { name: say('stake.heldPoints', { points: 500 }) })).toBeVisible();
  },
);

for (const survives of ['a press', 'a reload'] as const) {
  test(
    `a stake whose answer was lost is made once, after ${survives}`,
    { tag: '@system' },
    async ({ product, given, visit }) => {
      await givenStaking(product);
      const fan = await given.fan({ points: 500 });
      const page = await visit.as(fan, { tolerates: [/ERR_CONNECTION_RESET/] });
      await openStaking(product, page);
      const { keys } = await loseAnswers(page, '/task/api/v1/staking/doStaking');
      const { sheet, press } = await chooseAmount(page, 200);
      await press.click();
      await expect(sheet.getByText(say('stake.unsettled', { points: 200 }))).toBeVisible();
      if (survives === 'a press') {
        await sheet.getByRole('button', { name: say('mall.askAgain') }).click();
        await expect(sheet.getByText(say('stake.staked', { points: 200 }))).toBeVisible();
      } else {
        await reloadPage(page);
        await expect(page.getByText(say('intent.confirmed'))).toBeVisible();
      }
      expect(new Set(keys).size, 'keys for the one decision').toBe(1);
      expect(keys).toHaveLength(2);
      expect(await stakesOf(product, fan)).toEqual([200]);
    },
  );
}

test(
  'the task to stake leads to the stake screen, and is claimed after the stake',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    await givenStaking(product);
    const fan = await given.fan({ points: 100 });
    const page = await visit.as(fan);
    const tasks = new TaskScreen(page, textsIn.en_US);
    await tasks.open();
    const task = await tasks.find('Stake Points this week');
    await task.getByRole('button').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('stake.title'));
    await stake(product, fan, 100);
    await loadPage(page, '/task');
    await tasks.find('Stake Points this week');
    await task.getByRole('button', { name: textsIn.en_US.claim }).click();
    await expect(task.getByText(textsIn.en_US.awarded)).toBeVisible();
  },
);

test(
  'a week turns on the open screen: it begins, and a week later it is shared out, without a reload',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    await givenStaking(product, { pool: 900 });
    await givenPastWeeks(product, 1);
    const fan = await given.fan({ points: 300 });
    await stake(product, fan, 300);
    const page = await visit.as(fan, { tolerates: [tokenEnds] });
    await page.clock.install();
    await openStaking(product, page);
    // The screen asks again after a minute.
    const askAgain = () => page.clock.fastForward(61_000);
    const stakes = page.getByRole('list', { name: say('stake.records.stakes') });
    await expect(stakes).toContainText(say('stake.is.waiting'));

    await passStakingWeeks(product);
    await askAgain();
    await expect(stakes).toContainText(say('stake.is.counting'));
    // Fans of other tests share the pool.
    const thisWeek = page.getByRole('region', { name: say('stake.thisWeek') });
    await expect(thisWeek.getByText(say.withNumbers('stake.estimateClosed', ['points']))).toBeVisible();

    await passStakingWeeks(product);
    await askAgain();
    await expect(stakes).toContainText(say('stake.is.returned'));
    await expect(page.getByRole('button', { name: say.withNumbers('stake.bonus.receive', ['points']) })).toBeVisible();
    const { lastSettled } = await call(product.address, 'GET /task/api/v1/staking/info', { query: {} });
    await page.getByRole('button', { name: say('list.new', { count: 2 }) }).click();
    const shared = say('stake.poolShared', { points: lastSettled?.pool ?? 0, count: lastSettled?.stakers ?? 0 });
    await expect(pastWeeks(page).getByRole('listitem').first()).toContainText(shared);
  },
);

test('older past weeks load on a press', { tag: '@system' }, async ({ product, visit }) => {
  await givenStaking(product);
  await givenPastWeeks(product, 12);
  const page = await visit.anonymously();
  await openStaking(product, page);
  const past = pastWeeks(page);
  await expect(past.getByRole('listitem')).toHaveCount(10);
  await past.getByRole('button', { name: say('list.more') }).click();
  await expect(past.getByRole('listitem').nth(11)).toBeVisible();
  const checks = past.getByRole('button', { name: say.withAny('stake.checkWeek', ['day']) });
  await checks.nth(11).click();
  await expect(page.getByRole('dialog').getByText(say('proof.verdict.whole'))).toBeVisible();
});

test(
  'after the end the stakes go on as promised: the Points return, and the bonus comes even if its answer was lost',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    await givenStaking(product, { pool: 700 });
    const fan = await given.fan({ points: 400 });
    await stake(product, fan, 400);
    await givenStaking(product, { pool: 700, closesAt: product.time.now(-1000) });
    const info = () => call(product.address, 'GET /task/api/v1/staking/info', { query: {} });
    await expect.poll(async () => (await info()).state, 'what clients see').toBe('ended');
    const page = await visit.as(fan, { tolerates: [/ERR_CONNECTION_RESET/, tokenEnds] });
    await openStaking(product, page);
    await expect(page.getByText(say('stake.state.ended'))).toBeVisible();
    await expect(page.getByText(say('stake.goesOn', { points: 400 }))).toBeVisible();
    await expect(page.getByRole('button', { name: say('stake.action'), exact: true })).toHaveCount(0);

    await passStakingWeeks(product, 2);
    await openStaking(product, page);
    await expect(page.getByText(say('stake.nothingHeld'))).toBeVisible();
    const { keys } = await loseAnswers(page, '/task/api/v1/staking/receive');
    await page.getByRole('button', { name: say.withNumbers('stake.bonus.receive', ['points']) }).click();
    await expect(page.getByText(say('stake.bonus.unsettled'))).toBeVisible();
    await page.getByRole('button', { name: say('mall.askAgain') }).click();
    await expect(page.getByRole('dialog', { name: say.withNumbers('stake.bonus.got', ['points']) })).toBeVisible();
    expect(new Set(keys).size, 'keys for the one decision').toBe(1);
  },
);

test(
  'a week that was shared out is recomputed in the browser, with the own line marked, and a changed list is found out',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    await givenStaking(product, { pool: 1000 });
    const fan = await given.fan({ points: 300 });
    await stake(product, fan, 100);
    for (const amount of [150, 77]) await stake(product, await given.fan({ points: amount }), amount);
    await passStakingWeeks(product, 2);
    const openCheck = async (page: Page) => {
      await openStaking(product, page);
      await pastWeeks(page).getByRole('button').first().click();
      return page.getByRole('dialog');
    };

    const page = await visit.as(fan);
    const proof = await openCheck(page);
    await expect(proof.getByText(say('proof.verdict.whole'))).toBeVisible();
    await expect(proof.getByText(say.withNumbers('stakeProof.ownLine', ['line', 'points']))).toBeVisible();
    expect(await violations(page), 'what axe finds in the proof').toEqual([]);

    const visitor = await visit.anonymously();
    await visitor.route('**/staking/periodFile?*', async (route) => {
      const response = await route.fetch();
      // One Point more for the last line.
      const body = (await response.text()).replace(/\d+\n$/, (share) => `${Number(share) + 1}\n`);
      await route.fulfill({ response, body });
    });
    const changed = await openCheck(visitor);
    await expect(changed.getByText(say('proof.verdict.broken'))).toBeVisible();
    await expect(changed.getByText(say('stakeProof.signIn'))).toBeVisible();
  },
);
