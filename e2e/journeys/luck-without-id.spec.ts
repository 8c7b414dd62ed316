import type { Page } from '@playwright/test';
import { asBuilt } from '#/fixtures/as-built.ts';
import { call } from '#/fixtures/call.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;

/** What each list holds, and what its screen says when it holds nothing. */
const lists = [
  { screen: '/packet', name: 'getAllPacket', none: say('packet.none') },
  { screen: '/box', name: 'getAllBlindBox', none: say('box.none') },
  { screen: '/draw', name: 'getAllDraw', none: say('draw.none') },
] as const;

async function openWithoutId(page: Page, screen: string): Promise<void> {
  await openPage(page, screen);
}

test('the screens of packets, boxes and draws choose what is on where no id is given', async ({ product, visit }) => {
  const page = await visit.anonymously();
  for (const { screen, name } of lists) {
    const all = await call(product.address, `GET /activity/api/v1/packet/${name}`, { query: {} });
    const first = name === 'getAllPacket' ? all[0] : (all.find(({ state }) => state === 'open') ?? all[0]);
    await openWithoutId(page, screen);
    await expect(page.getByRole('heading', { level: 1, name: first?.title ?? 'none' })).toBeVisible();
  }
});

test('they say so when nothing is on, and lead to the activities', async ({ visit }) => {
  const page = await visit.anonymously();
  await asBuilt(page);
  for (const { screen, name, none } of lists) {
    await page.route(`**/packet/${name}*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), data: [] } });
    });
    await openWithoutId(page, screen);
    await expect(page.getByText(none)).toBeVisible();
    await expect(page.getByRole('main').locator('a[href="/activity"]').last()).toBeVisible();
  }
});
