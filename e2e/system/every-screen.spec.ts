import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looksOf, shots, takesPictures } from '#/looks.ts';
import { fanScenes, openingScenes, personalScenes, visitorScenes } from '#/pages/scenes.ts';
import { wordsIn } from '#/pages/words.ts';

// Each test goes through dozens of screens.
test.describe.configure({ timeout: 300_000 });

for (const { language, theme, screens } of looksOf([
  ...visitorScenes.map((scene) => ({ who: 'visitor', scene })),
  ...[...fanScenes, ...personalScenes].map((scene) => ({ who: 'fan', scene })),
  ...openingScenes.map((scene) => ({ who: 'passer-by', scene })),
] as const)) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const scenesOf = (who: string) => screens.filter((screen) => screen.who === who).map(({ scene }) => scene);

    test('every screen of a visitor is accessible, fits the phone and shows its pictures', async ({ given, visit }) => {
      // The code that was mailed to the fan is what the inbox shows.
      await given.fan();
      // The frame of a mail keeps out every script, Playwright's as well.
      const page = await visit.anonymously({ tolerates: [/Blocked script execution in '[^']+\/dev\/inbox\/body/] });
      await judge(page, 'visitor');
    });

    test('every screen of a fan is accessible, fits the phone and shows its pictures', async ({ given, visit }) => {
      await judge(await visit.as(await given.regular()), 'fan');
    });

    test('every other route is accessible to a visitor and fits the phone', async ({ visit }) => {
      await judge(await visit.anonymously(), 'passer-by');
    });

    /** Goes on after a failure, so that one run tells all there is to mend. */
    async function judge(page: Page, who: string): Promise<void> {
      for (const { name, show } of scenesOf(who)) {
        await test.step(name, async () => {
          await show(page, wordsIn[language]);
          await expect.poll(() => missingPictures(page), `pictures of ${name} that cannot be seen`).toEqual([]);
          if (takesPictures) {
            const file = `${who} ${name} ${language} ${theme}.png`.replaceAll(' ', '-');
            await page.screenshot({ path: join(shots, file), animations: 'disabled' });
          }
          expect.soft(await violations(page), `what axe finds on ${name}`).toEqual([]);
          expect.soft(await widthBeyondScreen(page), `pixels by which ${name} is wider than the phone`).toBe(0);
        });
      }
    }
  });
}

async function widthBeyondScreen(page: Page): Promise<number> {
  const width = page.viewportSize()?.width ?? 0;
  return page.evaluate((screen) => Math.max(0, document.documentElement.scrollWidth - screen), width);
}

/** The addresses of pictures in sight that failed, or are still on their way. */
async function missingPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight && !(image.complete && image.naturalWidth > 0))
      .map((image) => image.src),
  );
}
