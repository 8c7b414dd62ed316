import { holdAnswer } from '#/fixtures/lose-answer.ts';
import { expect, test } from '#/fixtures/test.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { TaskScreen } from '#/pages/task-screen.ts';

const words = textsIn.en_US;

test('a visit whose answer arrives after the visit has lasted can be claimed at once', async ({ given, visit }) => {
  const page = await visit.as(await given.fan());
  const tasks = new TaskScreen(page, words);
  await tasks.open();
  const row = await tasks.find(words.mallVisit);
  const confirmed = await holdAnswer(page, '/task/api/v1/taskItem/confirmView');
  await row.getByRole('link', { name: words.openLink }).click();
  await expect(page).not.toHaveURL(({ pathname }) => pathname === '/task');
  await confirmed.sent;
  await page.goBack();
  await expect(row.getByRole('link', { name: words.openLink })).toBeVisible();

  // The time passes and no timer fires meanwhile, as in a browser that was busy or asleep.
  await page.clock.setSystemTime(Date.now() + 60_000);
  confirmed.letGo();
  await expect(row.getByRole('button', { name: words.claim })).toBeVisible();
});
