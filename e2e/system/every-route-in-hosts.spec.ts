import type { Page } from '@playwright/test';
import { openPage } from '#/fixtures/in-app.ts';
import { phone } from '#/fixtures/judge-screen.ts';
import { partsBeyond } from '#/fixtures/screen-geometry.ts';
import { putInHost } from '#/fixtures/stand-in-host.ts';
import { expect, test } from '#/fixtures/test.ts';
import { routes } from '#/pages/routes.ts';
import { type ScreenTexts, textsIn } from '#/pages/catalogue.ts';

const languageTags = { en_US: 'en', zh_TW: 'zh-Hant-TW' } as const;

/**
 * In a browser every route is opened by `every-route.spec.ts`. Here each host, each theme and each language is met once, and
 * each route by one of the hosts, which differ in how they are spoken to and not in what they show. One is on a tablet.
 */
const surroundings = [
  ['ios', 'light', 'en_US', { width: 1024, height: 768 }],
  ['android', 'dark', 'zh_TW', phone],
] as const;

for (const [place, [platform, theme, language, size]] of surroundings.entries()) {
  const here = routes.filter((_, index) => index % surroundings.length === place);
  test(`every second route opens in ${platform}, ${theme}, ${language}`, async ({ given, visit }) => {
    const fan = await given.fan({ nickname: 'Hana' });
    // The language and the theme are the host's, not those of an earlier use of this browser.
    const page = await visit.anonymously({ language: 'en_US', theme: 'light' });
    await putInHost(page, { platform, fan, language, theme });
    await page.setViewportSize(size);
    for (const route of here) {
      await test.step(route, () => open(page, route, textsIn[language]));
      await expect
        .configure({ soft: true })
        .poll(() => partsBeyond(page), `what sticks out of ${route}`)
        .toEqual([]);
      await expect.soft(page.locator('html'), `${route} in its theme`).toHaveAttribute('data-theme', theme);
      await expect
        .soft(page.locator('html'), `${route} in its language`)
        .toHaveAttribute('lang', languageTags[language]);
    }
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('token'))).toBe(fan.token);
  });
}

/** Opens a route as a link does, and waits until it shows what it has to show. */
async function open(page: Page, route: string, words: ScreenTexts): Promise<void> {
  await openPage(page, route);
  const title = page.getByRole('heading', { level: 1 });
  await expect.soft(title, `the title of ${route}`).toHaveText(/\S/);
  await expect.soft(title, `${route} is a screen`).not.toHaveText(words.nothingHere);
  await expect.soft(page.locator('[aria-busy="true"]'), `what is still loading on ${route}`).toHaveCount(0);
  await expect.soft(page.getByRole('alert'), `what failed on ${route}`).toHaveCount(0);
}
