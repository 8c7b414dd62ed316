import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { loadPage, openPage } from '#/fixtures/in-app.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { runJob } from '#/fixtures/run-job.ts';
import { testOfOwnProduct as test } from '#/fixtures/own-product.ts';
import { expect } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { earningWordsIn } from '#/pages/earning-texts.ts';
import { MallScreen } from '#/pages/mall-screen.ts';

/** What the app takes for near. */
const nearMs = 30 * 24 * 60 * 60 * 1000;

async function endOfMonth({ database, time }: Product): Promise<Date> {
  const { rows } = await database.query<{ end: Date }>(
    `SELECT (date_trunc('month', $1::timestamptz AT TIME ZONE 'Asia/Taipei') + interval '1 month')
            AT TIME ZONE 'Asia/Taipei' AS end`,
    [time.now()],
  );
  return rows[0]?.end ?? time.now();
}

/** Posts Points with a past time of receipt, in months before now; they last until the end of the month a year later. */
async function grantEarlier(
  { database, time }: Product,
  { accountId }: Fan,
  { months, amount }: { months: number; amount: number },
): Promise<void> {
  await database.query(
    `SELECT ledger.post_legs(gen_random_uuid(), $2::timestamptz - make_interval(months => $3), ARRAY[f.id], ARRAY[u.id],
                        ARRAY[ledger.ensure_pool(u.id, 'issue', 'test grants')], '{1}', ARRAY[$4::bigint], '{90}')
       FROM fan f, ledger.unit u WHERE f.account_id = $1 AND u.name = 'POINT'`,
    [accountId, time.now(), months, amount],
  );
}

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const { expiry } = earningWordsIn[language];

    test('Points say until when they last before they are spent, and expire as a record', async ({
      own: { product, given, visit, passTimeTo },
    }) => {
      // On the first day of a long month its end is not near yet.
      await passTimeTo(new Date((await endOfMonth(product)).getTime() - nearMs));
      const fan = await given.fan({ points: 500 });
      await grantEarlier(product, fan, { months: 12, amount: 120 });
      const { rows } = await product.database.query<{ day: string }>(
        `SELECT to_char(min(l.expires_on), 'YYYY-MM-DD') AS day FROM ledger.lot l JOIN fan f ON f.id = l.fan
          WHERE f.account_id = $1`,
        [fan.accountId],
      );
      // The month ends in Taipei while the browser's day, in UTC, is its last.
      const day = new Intl.DateTimeFormat(language === 'zh_TW' ? 'zh-TW' : 'en-US', {
        month: 'short',
        day: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(rows[0]?.day ?? ''));

      const page = await visit.as(fan);
      await openPage(page, '/me');
      await expect(page.getByText(expiry.until(120, day))).toBeVisible();
      const mall = new MallScreen(page, textsIn[language]);
      await mall.open();
      await page.getByRole('article').first().getByRole('button').click();
      await expect(page.getByRole('dialog').getByText(expiry.spendUntil(120, day))).toBeVisible();

      await grantEarlier(product, fan, { months: 15, amount: 90 });
      await runJob(product, 'expire-assets');
      const balance = () =>
        call(product.address, 'POST /wallet/api/v1/user/getAssetDetail', { body: { accountId: fan.accountId } }, fan);
      await expect
        .poll(async () => (await balance()).find(({ assetName }) => assetName === 'POINT')?.available)
        .toBe(620);
      await loadPage(page, '/my-points');
      await expect(page.getByRole('region', { name: expiry.gone }).getByText('−90')).toBeVisible();
      await expect(page.getByRole('region', { name: expiry.coming }).getByText('500')).toBeVisible();
      expect(await violations(page), 'what axe finds').toEqual([]);
    });
  });
}
