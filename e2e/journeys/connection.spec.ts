import { asBuilt } from '#/fixtures/as-built.ts';
import { settled } from '#/fixtures/settled.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { wholeApp } from '#/pages/whole-app.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const cut = [/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_RESET/];

for (const language of languages) {
  const words = textsIn[language];
  const noConnection = says[language]('connection.none');

  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('a phone without a network says so, moves nothing and spends nothing until it is back', async ({
      given,
      visit,
    }) => {
      const page = await visit.as(await given.fan(), { tolerates: cut });
      const screen = new TaskScreen(page, words);
      await screen.open();
      await expect(screen.checkIn).toBeVisible();
      const banner = page.getByRole('status').filter({ hasText: noConnection });
      const title = page.getByRole('heading', { level: 1 });
      // The banner's code loads a moment after the screen, and cannot load without a network.
      await wholeApp(page);
      await settled(page);
      const place = await title.boundingBox();
      const claims: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('completeAndClaimPoint')) claims.push(request.url());
      });

      await page.context().setOffline(true);
      await expect(banner).toBeVisible();
      await expect.poll(() => title.boundingBox()).toEqual(place);
      const stripEnd = async () => {
        const strip = await banner.boundingBox();
        return (strip?.y ?? 0) + (strip?.height ?? 0);
      };
      await expect.poll(stripEnd, 'it covers nothing of the header').toBeLessThanOrEqual(place?.y ?? 0);
      const waiting = page.getByRole('button', { name: noConnection }).first();
      await expect(waiting).toHaveAttribute('aria-disabled', 'true');
      await waiting.click({ force: true });

      await page.context().setOffline(false);
      await expect(banner).toBeHidden();
      await screen.checkIn.click();
      await expect(screen.checkedIn).toBeVisible();
      expect(claims, 'what was pressed without a network is not sent later').toHaveLength(1);
    });
  });
}

test(
  'a server that cannot be reached is noticed by a call that fails, and noticed again when it is back',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously({ tolerates: cut });
    await asBuilt(page);
    await page.route(/\/(?:task\/api|healthz)/, (route) => route.abort('connectionreset'));
    await new TaskScreen(page, textsIn.en_US).open();
    const banner = page.getByRole('status').filter({ hasText: says.en_US('connection.none') });
    await expect(banner).toBeVisible();
    await page.unroute(/\/(?:task\/api|healthz)/);
    await expect(banner).toBeHidden();
  },
);
