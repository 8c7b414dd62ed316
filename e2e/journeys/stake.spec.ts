import { expect, test } from '#/fixtures/test.ts';

test('what could be staked is the balance as it is', async ({ given, visit }) => {
  const page = await visit.as(await given.fan({ points: 730 }));
  await page.goto('/stake');
  await expect(page.getByRole('region', { name: 'Your Points' })).toContainText('730');
  await expect(page.getByRole('heading', { name: 'Staking isn’t open yet' })).toBeVisible();
});
