import type { Page } from '@playwright/test';
import { lastIdol } from '#/fixtures/idols.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { HostSimulator } from '#/pages/host-simulator.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';

const mostTaps = 6;
const desk = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false };

/** Counts in this tab what a finger or a mouse presses, over reloads too; no press by script or keyboard. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  const name = 'e2e.taps';
  await page.addInitScript((key) => {
    addEventListener(
      'pointerdown',
      ({ isTrusted }) => isTrusted && sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1)),
      true,
    );
  }, name);
  return () => page.evaluate((key) => Number(sessionStorage.getItem(key)), name);
}

for (const { language, screen, options, tags } of [
  { language: 'en_US', screen: 'a phone', options: {}, tags: [] },
  { language: 'zh_TW', screen: 'a phone', options: {}, tags: ['@system'] },
  { language: 'en_US', screen: 'a desk', options: desk, tags: ['@system'] },
  { language: 'zh_TW', screen: 'a desk', options: desk, tags: ['@system'] },
] as const)
  test.describe(`in ${language}, on ${screen}`, () => {
    test.use({ language, ...options });

    test('a stranger’s vote counts within six taps of the first', { tag: [...tags] }, async ({ product, visit }) => {
      const page = await visit.anonymously();
      const words = textsIn[language];
      const [idol, email] = [await lastIdol(product.address, language), newEmail()];
      const login = new LoginScreen(page, words);
      const sheet = new VoteSheet(page, words);
      const taps = await countTaps(page);
      const votes = new VoteScreen(page, words);
      await votes.open();
      await votes.openSheet(idol.name);

      await login.email.click();
      await page.keyboard.type(email);
      await login.continue.click();
      await expect(login.code, 'the code is typed without another tap').toBeFocused();
      await page.keyboard.type(await mailedCode(product.address, email));
      await expect(login.nickname).toHaveValue(/\S/);
      await login.submitSignUp();
      await sheet.cast.click();
      await expect(sheet.counted).toContainText('3');
      expect(await taps()).toBeLessThanOrEqual(mostTaps);
    });
  });

test.describe('in a host', () => {
  test.use(desk);

  for (const language of ['en_US', 'zh_TW'] as const)
    test(
      `a fan of the host votes by three taps, in ${language}`,
      { tag: '@system' },
      async ({ product, given, visit }) => {
        const page = await visit.anonymously({ language });
        const words = textsIn[language];
        const idol = await lastIdol(product.address, language);
        const host = new HostSimulator(page);
        await host.open({ path: '/vote-activity', languageType: language }, await given.fan());
        const row = host.app.getByRole('region', { name: words.rankingRegion, exact: true }).getByRole('listitem');
        await row.filter({ hasText: idol.name }).getByRole('button').click();
        await host.app.getByRole('dialog').getByRole('button', { name: words.castVotes }).click();
        await expect(host.app.getByRole('dialog').getByText(words.counted)).toContainText('3');
      },
    );
});
