import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { call, type Caller } from '#/fixtures/call.ts';
import { givenOperator } from '#/fixtures/given-operator.ts';
import { givenHeldClaim } from '#/fixtures/held-claim.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { earningWordsIn } from '#/pages/earning-texts.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { refusalText, refusalTexts, textsOf } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

/** The texts about what blocks a reward, in both languages. */
const limitWordsIn = textsOf({
  claim: { en_US: /^Claim: /, zh_TW: /^領取：/ },
  checked: 'task.state.held',
  soldOut: 'task.state.soldOut',
  locked: 'task.state.unlicensed',
  received: 'task.heldToast',
  held: {
    en_US:
      'In review: several accounts claimed this reward on your device today. ' +
      'You’ll get it within 72 hours, or we’ll tell you why not.',
    zh_TW: '審核中：今天這台裝置上有多個帳號領取這個獎勵。最晚 72 小時內入帳，若未通過會告訴你原因。',
  },
  refused: {
    en_US: refusalText('CLAIM_REFUSED', 'en_US', { why: 'One reward for each home.' }),
    zh_TW: refusalText('CLAIM_REFUSED', 'zh_TW', { why: '每戶限領一次。' }),
  },
  isRefused: 'task.state.refused',
  givenAway: refusalTexts('TASK_SOLD_OUT'),
  tooNew: refusalTexts('TASK_ACCOUNT_TOO_NEW', { least: 3, days: 3 }),
  tooLow: refusalTexts('TASK_LEVEL_TOO_LOW', { least: 500, missing: 500 }),
  elsewhere: {
    en_US: 'For fans in Hong Kong or Japan only. You’re in Taiwan.',
    zh_TW: '僅限香港或日本的粉絲。你目前在台灣。',
  },
});

type TaskLimits = {
  readonly title: string;
  readonly budget?: number;
  readonly least_account_days?: number;
  readonly least_earned?: number;
  readonly regions?: readonly string[];
};

type LimitedTask = AsyncDisposable & { readonly taskId: string };

/**
 * Puts a task in place as an operator's content would, a visit that need not last, with these limits; for the rest a copy
 * of the visit to the mall, which brings 50 Points. Gone when disposed of.
 */
async function givenLimitedTask(
  { database }: Pick<Product, 'database'>,
  { title, ...limits }: TaskLimits,
): Promise<LimitedTask> {
  const taskId = `limited-${randomBytes(4).toString('hex')}`;
  const changes = { id: taskId, title: { en_US: title, zh_TW: title }, dwell_seconds: 0, ...limits };
  await database.query(
    `INSERT INTO task SELECT (jsonb_populate_record(mall, $1::jsonb)).* FROM task mall WHERE id = 'visit-mall'`,
    [JSON.stringify(changes)],
  );
  return {
    taskId,
    async [Symbol.asyncDispose]() {
      await database.query('UPDATE task SET retired = true WHERE id = $1', [taskId]);
    },
  };
}

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const confirmView = 'POST /task/api/v1/taskItem/confirmView';

/** Does the task as another fan on the same device. */
async function claimOn({ address }: Product, caller: Caller, taskId: string): Promise<void> {
  await call(address, confirmView, { body: { taskId } }, caller);
  await call(address, claim, { body: { taskId } }, caller);
}

/** The device id that the browser sends with its calls. */
async function deviceOf(page: Page, tasks: TaskScreen): Promise<string> {
  const asked = page.waitForRequest(/getTasksList/);
  await tasks.open();
  return (await asked).headers()['x-deviceid'] ?? '';
}

/** What an operator decides about the fan's held claim. */
async function settle({ address, database }: Product, fan: Fan, verb: 'release' | 'refuse'): Promise<void> {
  const { rows } = await database.query<{ key: string }>(
    `SELECT key FROM task_claim c JOIN fan f ON f.id = c.fan_id WHERE f.account_id = $1 AND c.state = 'held'`,
    [fan.accountId],
  );
  const reason = { en_US: 'One reward for each home.', zh_TW: '每戶限領一次。' };
  const body = { claimId: rows[0]?.key, why: 'looked at the accounts', ...(verb === 'refuse' && { reason }) };
  const response = await fetch(`${address}/operator/api/v1/claims/${verb}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(await givenOperator({ database }, 'editor')),
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  expect(await response.json()).toMatchObject({ code: 0 });
}

test('a claim that looks shared is held, with the reason, until an operator releases it', async ({
  product,
  given,
  visit,
}) => {
  const told = limitWordsIn.en_US;
  const { points } = earningWordsIn.en_US;
  await using lamp = await givenLimitedTask(product, { title: 'The shared lamp' });
  const [fan, ...others] = await Promise.all([given.fan(), given.fan(), given.fan(), given.fan()]);
  const page = await visit.as(fan);
  const tasks = new TaskScreen(page, textsIn.en_US);
  const deviceId = await deviceOf(page, tasks);
  for (const other of others) await claimOn(product, { ...other, deviceId }, lamp.taskId);
  await call(product.address, confirmView, { body: { taskId: lamp.taskId } }, fan);

  await tasks.open();
  const card = await tasks.find('The shared lamp');
  await card.getByRole('button', { name: told.claim }).click();
  await expect(page.getByText(told.received)).toBeVisible();
  await expect(card).toContainText(told.held);
  await expect(card.getByRole('img', { name: told.checked })).toBeVisible();
  await expect(card.getByRole('button')).toHaveCount(0);
  expect(await violations(page), 'what axe finds while it is held').toEqual([]);

  await openPage(page, '/my-points');
  await expect(page.getByRole('list', { name: points.pending })).toContainText(told.held);
  await settle(product, fan, 'release');
  await reloadPage(page);
  await expect(page.getByRole('list', { name: points.received })).toContainText('The shared lamp');
});

test.describe('in Chinese, dark', () => {
  test.use({ language: 'zh_TW', theme: 'dark' });

  test(
    'what is held, refused, sold out, or what a fan lacks, is said on the card',
    { tag: '@system' },
    async ({ product, given, visit }) => {
      const told = limitWordsIn.zh_TW;
      await using refused = await givenLimitedTask(product, { title: 'The shared drum' });
      await using held = await givenLimitedTask(product, { title: 'The shared lamp' });
      await using _gone = await givenLimitedTask(product, { title: 'The last lamp', budget: 49 });
      await using _new = await givenLimitedTask(product, { title: 'For the patient', least_account_days: 3 });
      await using _low = await givenLimitedTask(product, { title: 'For the busy', least_earned: 500 });
      await using _far = await givenLimitedTask(product, { title: 'For the islands', regions: ['HK', 'JP'] });
      const fan = await given.fan();
      await givenHeldClaim(product, fan, refused.taskId);
      await settle(product, fan, 'refuse');
      await givenHeldClaim(product, fan, held.taskId);

      const page = await visit.as(fan);
      const tasks = new TaskScreen(page, textsIn.zh_TW);
      await tasks.open();
      for (const [title, text, badge] of [
        ['The shared drum', told.refused, told.isRefused],
        ['The shared lamp', told.held, told.checked],
        ['The last lamp', told.givenAway, told.soldOut],
        ['For the patient', told.tooNew, told.locked],
        ['For the busy', told.tooLow, told.locked],
        ['For the islands', told.elsewhere, told.locked],
      ] as const) {
        const card = await tasks.find(title);
        await expect(card).toContainText(text);
        await expect(card.getByRole('img', { name: badge })).toBeVisible();
        await expect(card.getByRole('button')).toHaveCount(0);
      }
      expect(await violations(page), 'what axe finds').toEqual([]);
    },
  );
});
