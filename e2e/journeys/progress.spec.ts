import { violations } from '#/fixtures/accessibility.ts';
import { openChangedPage } from '#/fixtures/in-app.ts';
import { idolsIn } from '#/fixtures/idols.ts';
import { testOfOwnProduct } from '#/fixtures/own-product.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { says } from '#/pages/texts.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A sign-in's token lasts for a day; a browser that meets its end is given the next. */
const tolerates = [/status of 401/];

/** Noon in Taipei on the third of the next month, from which a week stays in one month. */
function earlyNextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 3, 4));
}

for (const { language, theme } of looks) {
  testOfOwnProduct.describe(`in ${language}, ${theme}`, () => {
    testOfOwnProduct.use({ language, theme });
    const say = says[language];

    testOfOwnProduct('a streak grows for three days, breaks by a missed one, and is mended once', async ({ own }) => {
      const { product, given, visit, passTimeTo } = own;
      await passTimeTo(earlyNextMonth(product.time.now()));
      const page = await visit.as(await given.fan(), { language, theme, tolerates });
      const tasks = new TaskScreen(page, textsIn[language]);
      const streak = page.getByRole('region', { name: say('progress.streakTitle') });
      const days = (voted: number, task: number, mended: number) =>
        streak.getByRole('img', {
          name: say('progress.lastDays', { voted, task, mended, missed: 28 - voted - task - mended }),
        });
      const mend = streak.getByRole('button');
      const passDays = (count: number) => passTimeTo(product.time.now(count * dayMs));
      const openMe = () => openChangedPage(product, page, '/me');

      await openMe();
      await expect(streak).toContainText(say('progress.begin'));
      for (const day of [1, 2, 3]) {
        if (day > 1) await passDays(1);
        await openChangedPage(product, page, '/task');
        await tasks.checkIn.click();
        await expect(tasks.checkedIn).toBeVisible();
        await openMe();
        await expect(days(0, day, 0)).toBeVisible();
        await expect(mend).toHaveCount(0);
      }
      await expect(streak).toContainText(say('progress.countsToday', { days: 4 }));
      const badges = page.getByRole('region', { name: say('progress.badges') }).getByRole('listitem');
      await expect(badges).toHaveCount(10);
      await expect(badges.first()).toContainText(say('badge.firstTask'));
      expect(await violations(page), 'what axe finds').toEqual([]);

      await passDays(2);
      await openMe();
      await expect(days(0, 3, 0)).toBeVisible();
      await expect(streak).toContainText(say('progress.begin'));
      await mend.click();
      await expect(page.getByText(say('progress.mended'))).toBeVisible();
      await expect(days(0, 3, 1)).toBeVisible();
      await expect(page.locator(':focus'), 'what the press led to').toContainText('4');
      await expect(mend).toHaveCount(0);

      await passDays(2);
      await openMe();
      await expect(streak).toContainText(say('progress.begin'));
      await expect(mend, 'a second gap of the month').toHaveCount(0);
      await new MeScreen(page, textsIn[language]).openSettings();
      expect(await violations(page), 'what axe finds in the settings').toEqual([]);
    });
  });
}

test('the first vote of a day says how many days in a row it makes, and the second says nothing', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan({ votes: 5 });
  await product.database.query(
    `INSERT INTO fan_day (fan_id, day, tasks)
     SELECT f.id, (($2::timestamptz AT TIME ZONE 'Asia/Taipei')::date - n), 1
       FROM fan f, generate_series(1, 3) AS n WHERE f.account_id = $1`,
    [fan.accountId, product.time.now()],
  );
  const page = await visit.as(fan);
  const screen = new VoteScreen(page, textsIn.en_US);
  const sheet = new VoteSheet(page, textsIn.en_US);
  const last = (await idolsIn(product.address, 'en_US')).at(-1);
  await screen.open();
  await screen.openSheet(last?.name ?? '');
  await sheet.amount.fill('1');
  await sheet.cast.click();
  const kept = sheet.dialog.getByText(says.en_US('progress.kept', { days: 4 }));
  await expect(kept).toBeVisible();
  await sheet.dialog.getByRole('button', { name: says.en_US('vote.again') }).click();
  await sheet.amount.fill('1');
  await sheet.cast.click();
  await expect(sheet.counted).toBeVisible();
  await expect(kept).toHaveCount(0);
});
