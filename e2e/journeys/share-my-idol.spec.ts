import { violations } from '#/fixtures/accessibility.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { says } from '#/pages/texts.ts';

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const say = says[language];

    test('a fan shares her page from her card, as a picture and by the system', async ({ product, given, visit }) => {
      const { idolId, name } = await lastIdol(product.address, language);
      const page = await visit.as(await given.regular());
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'share', {
          value: async (shared: ShareData) => void (document.documentElement.dataset['shared'] = shared.url),
        });
      });
      await openPage(page, '/me');
      const card = page.getByRole('main').getByRole('region', { name: say('votes.mine') });
      await card.getByRole('button', { name: say('following.shareTitle', { name }) }).click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByRole('img')).toHaveAttribute('alt', new RegExp(name));
      expect(await violations(page), 'what axe finds in the sheet').toEqual([]);
      await sheet.getByRole('button', { name: say('following.sharePage') }).click();
      await expect(page.locator('html')).toHaveAttribute('data-shared', new RegExp(`/idol\\?.*idolId=${idolId}$`));
      const saved = page.waitForEvent('download');
      await sheet.getByRole('link', { name: say('card.save') }).click();
      expect((await saved).suggestedFilename()).toMatch(/^lightstick-\d+-\d+\.png$/);
    });
  });
}
