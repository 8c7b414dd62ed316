import { expect, test } from '#/fixtures/test.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;

test('the stake screen shows the whole balance of Points', async ({ given, visit }) => {
  const page = await visit.as(await given.fan({ points: 730 }));
  await page.goto('/stake');
  await expect(page.getByRole('region', { name: say('stake.points') })).toContainText('730');
  await expect(page.getByRole('heading', { name: say('stake.soonTitle') })).toBeVisible();
});
