import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { earningWordsIn } from '#/pages/earning-texts.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { textsIn } from '#/pages/catalogue.ts';

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const { points } = earningWordsIn[language];

    test('the Points of a done task are pending until they are claimed, and then received', async ({
      product,
      given,
      visit,
    }) => {
      const fan = await given.fan();
      const page = await visit.as(fan);
      await openPage(page, '/my-points');
      await expect(page.getByText(points.nothingPending)).toBeVisible();
      await expect(page.getByText(points.none)).toBeVisible();
      expect(await violations(page), 'what axe finds without any Points').toEqual([]);

      const visited = { body: { taskId: 'visit-mall', linkType: 'page' } } as const;
      await call(product.address, 'POST /task/api/v1/taskItem/confirmView', visited, fan);
      const pendingPoints = () =>
        call(product.address, 'POST /wallet/api/v1/userExpand/getPendingPoints', { body: {} }, fan);
      await expect
        .poll(async () => (await pendingPoints()).items.length, {
          message: 'as soon as the visit has lasted long enough',
          intervals: [100],
        })
        .toBe(1);
      await reloadPage(page);
      const pending = page.getByRole('list', { name: points.pending });
      await expect(pending).toContainText(points.mallVisit);
      await expect(pending).toContainText(points.claimTask);
      await expect(pending).toContainText('+50');
      expect(await violations(page), 'what axe finds').toEqual([]);

      await pending.getByRole('link').click();
      await expect(page).toHaveURL(/\/task$/);
      const tasks = new TaskScreen(page, textsIn[language]);
      const row = await tasks.find(points.mallVisit);
      await row.getByRole('button').click();
      await expect(row).toContainText(textsIn[language].awarded);
      await openPage(page, '/my-points');
      const received = page.getByRole('list', { name: points.received });
      await expect(received.getByRole('listitem')).toHaveCount(1);
      await expect(received).toContainText(points.mallVisit);
      await expect(received).toContainText('+50');
      await expect(page.getByText(points.nothingPending)).toBeVisible();
    });
  });
}

const words = textsIn.en_US;
const { points } = earningWordsIn.en_US;

test('received Points load page by page, newest first', { tag: '@system' }, async ({ product, given, visit }) => {
  const fan = await given.fan({ points: 7 });
  await product.database.query(
    `SELECT ledger.post_legs(('00000000-0000-8000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), ARRAY[f.id],
      ARRAY[u.id],
                        ARRAY[ledger.ensure_pool(u.id, 'issue', 'test grants')], ARRAY[1]::smallint[],
                        ARRAY[n::bigint + 100], ARRAY[90]::smallint[])
       FROM generate_series(1, 44) n, fan f, ledger.unit u WHERE f.account_id = $1 AND u.name = 'POINT'`,
    [fan.accountId],
  );
  const page = await visit.as(fan);
  await openPage(page, '/my-points');
  const rows = page.getByRole('list', { name: points.received }).getByRole('listitem');
  await expect(rows.first()).toContainText('+144');
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      return rows.count();
    })
    .toBe(45);
  await expect(rows.last()).toContainText(points.gift);
  await expect(rows.last()).toContainText('+7');
});

test('a visitor is led to sign in, and back', { tag: '@system' }, async ({ given, visit }) => {
  const fan = await given.fan();
  const page = await visit.anonymously();
  await openPage(page, '/my-points');
  await expect(page).toHaveURL(/\/login\?next=%2Fmy-points$/);
  await new LoginScreen(page, words).signIn(fan.email, fan.password);
  await expect(page.getByText(points.none)).toBeVisible();
});

test(
  'without a connection both parts say so, and come on the next try',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan({ points: 30 }), { tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
    const reconnects = [
      await cutCall(page, '/wallet/api/v1/userExpand/getReceivedPointRecords'),
      await cutCall(page, '/wallet/api/v1/userExpand/getPendingPoints'),
    ];
    await openPage(page, '/my-points');
    const [pending, received] = [
      page.getByRole('region', { name: points.pending }),
      page.getByRole('region', { name: points.received }),
    ];
    await expect(pending.getByRole('alert')).toBeVisible();
    await expect(received.getByRole('alert')).toBeVisible();
    for (const reconnect of reconnects) await reconnect();
    await pending.getByRole('button', { name: words.tryAgain }).click();
    await received.getByRole('button', { name: words.tryAgain }).click();
    await expect(pending.getByText(points.nothingPending)).toBeVisible();
    await expect(received.getByText('+30')).toBeVisible();
  },
);
