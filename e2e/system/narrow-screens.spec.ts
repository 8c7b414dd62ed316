import type { Page } from '@playwright/test';
import { expect, test } from '#/fixtures/test.ts';
import { routes } from '#/pages/routes.ts';

/** Texts that lose their end: names of idols and songs, gaps, and the labels of the navigation. */
function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('nav li a, main li p, main li a, main li span')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).textOverflow === 'ellipsis')
      .map((element) => element.textContent)
      // Addresses may lose their end: they are copied, not read.
      .filter((text) => !/@|:\/\//.test(text)),
  );
}

for (const language of ['en_US', 'zh_TW'] as const) {
  test.describe(`in ${language}, 320 pixels wide`, () => {
    test.use({ language, viewport: { width: 320, height: 640 } });

    test('no screen is wider than the phone, and names and labels are whole', async ({ given, visit }) => {
      test.slow();
      const page = await visit.as(await given.regular());
      const cut: Record<string, readonly string[]> = {};
      const wide: string[] = [];
      for (const route of routes) {
        await page.goto(route);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(route);
        const texts = await cutTexts(page);
        if (texts.length > 0) cut[route] = texts;
      }
      expect(wide).toEqual([]);
      expect(cut).toEqual({});
    });
  });
}
