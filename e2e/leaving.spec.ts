import { expect, test } from '#/fixtures/test.ts';
import { wordsIn } from '#/pages/words.ts';

const words = wordsIn.en_US;

test('before leaving a fan reads what is on the account, and that it cannot be deleted here yet', async ({
  given,
  visit,
}) => {
  const page = await visit.as(await given.fan({ points: 1280, tickets: 12 }));
  await page.goto('/me');
  await page.getByRole('link', { name: 'Leave Lightstick' }).click();
  const lost = page.getByRole('region', { name: 'What you would lose' });
  await expect(lost).toContainText('1,280');
  await expect(lost).toContainText('12');
  await expect(page.getByRole('heading', { name: 'Not in the app yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: /delete|leave/i }), 'nothing that pretends to delete').toHaveCount(0);
  await page.getByRole('link', { name: 'How to reach the operator' }).click();
  await expect(page).toHaveURL(/\/privacy-policy$/);
});

test('a visitor can read what leaving means, and is led to sign in for the balances', async ({ visit }) => {
  const page = await visit.anonymously();
  await page.goto('/logoff');
  await expect(page.getByRole('heading', { name: 'Seven days to change your mind' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: words.signIn }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Flogoff$/);
});
