import { violations } from '#/fixtures/accessibility.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { openChangedPage, openPage } from '#/fixtures/in-app.ts';
import type { Product } from '#/fixtures/product.ts';
import { runJob } from '#/fixtures/run-job.ts';
import { expect, test } from '#/fixtures/test.ts';
import { earningWordsIn } from '#/pages/earning-texts.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

/** Counts until everything that was earned by now is counted. */
async function countEarned(product: Product): Promise<void> {
  await expect
    .poll(async () => {
      await runJob(product, 'count-earned-points');
      const { rows } = await product.database.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM ledger.transfer t JOIN ledger.unit u ON u.id = t.unit AND u.name = 'POINT'
          WHERE t.xid >= (SELECT xid FROM points_earned_cursor)`,
      );
      return rows[0]?.left;
    })
    .toBe(0);
}

/** A ranking without anybody, no matter what fans of other tests have earned in this product. */
async function clearRanking(product: Product): Promise<void> {
  await countEarned(product);
  await product.database.query('DELETE FROM points_earned');
}

/** What was earned counts for the coming week too, so that the running one may end while the test goes on. */
async function countForComingWeek({ database }: Product): Promise<void> {
  await database.query(
    `INSERT INTO points_earned (span, fan_id, points)
     SELECT week.span, earned.fan_id, earned.points
       FROM points_earned earned,
            (SELECT DISTINCT unnest(ARRAY[span, to_char(to_date(span, 'IYYY"-W"IW') + 7, 'IYYY"-W"IW')]) AS span
               FROM points_earned WHERE span <> 'allTime') week
      WHERE earned.span = 'allTime'
         ON CONFLICT (span, fan_id) DO UPDATE SET points = excluded.points`,
  );
}

test('the ranking of fans', async ({ product, given, visit }) => {
  await clearRanking(product);
  await test.step('of a week without Points shows the way to be the first', async () => {
    const page = await visit.anonymously();
    await openChangedPage(product, page, '/fan-ranking');
    await expect(page.getByText(say('fanRanking.emptyThisWeek'))).toBeVisible();
    expect(await violations(page), 'what axe finds').toEqual([]);
  });

  const first = await given.fan({ nickname: 'Ada', points: 5_000 });
  const second = await given.fan({ nickname: 'Bea', points: 4_000 });
  await given.fan({ nickname: 'Cleo', points: 4_000 });
  for (let fan = 1; fan <= 22; fan += 1) await given.fan({ nickname: `Fan ${fan}`, points: 1_000 + fan });
  const newcomer = await given.fan({ nickname: 'Newcomer' });
  await countEarned(product);
  await countForComingWeek(product);

  for (const language of ['en_US', 'zh_TW'] as const) {
    const { fans } = earningWordsIn[language];
    const theme = language === 'en_US' ? 'light' : 'dark';
    await test.step(`shows the best on the podium and a fan’s own place, in ${language}`, async () => {
      const page = await visit.as(second, { language, theme });
      await openPage(page, '/me?part=settings');
      await page.getByRole('link', { name: fans.title }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(fans.title);
      for (const span of [fans.allTime, fans.thisWeek]) {
        await page.getByRole('tab', { name: span }).click();
        const rows = page.getByRole('list', { name: fans.title }).getByRole('listitem');
        await expect(rows.nth(0)).toContainText('Ada');
        await expect(rows.nth(0)).toContainText('5,000');
        await expect(rows.nth(1)).toContainText(`Bea${fans.me}`);
        await expect(rows.nth(3)).toContainText('4');
        const mine = page.getByRole('complementary', { name: fans.myPlace });
        await expect(mine).toContainText('#2');
        await expect(mine).toContainText('4,000');
        expect(await violations(page), `what axe finds on ${span}`).toEqual([]);
      }
      const podium = page.getByRole('list', { name: fans.podium }).getByRole('listitem');
      await expect(podium).toContainText(['Ada', 'Bea', 'Cleo']);
    });
  }

  await test.step('goes on as it is read, and keeps the own place in sight', async () => {
    const page = await visit.as(newcomer);
    await openPage(page, '/fan-ranking');
    const { fans } = earningWordsIn.en_US;
    const rows = page.getByRole('list', { name: fans.title }).getByRole('listitem');
    await expect
      .poll(async () => {
        await rows.last().scrollIntoViewIfNeeded();
        return rows.count();
      })
      .toBe(25);
    await expect(page.getByRole('complementary').getByText(fans.notYet)).toBeInViewport();
  });

  await test.step('says when it cannot be loaded, and comes on the next try', async () => {
    const page = await visit.as(first, { tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
    const reconnect = await cutCall(page, '/wallet/api/v1/userExpand/getUserAndAllPointRank');
    await openPage(page, '/fan-ranking');
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByRole('alert')).toBeVisible();
    await reconnect();
    await panel.getByRole('button', { name: textsIn.en_US.tryAgain }).click();
    await expect(panel.getByRole('listitem').first()).toContainText('Ada');
    await expect(page.getByRole('complementary')).toContainText('#1');
  });
});
