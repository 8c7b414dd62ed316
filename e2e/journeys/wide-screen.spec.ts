import type { Locator, Page } from '@playwright/test';
import { idolsIn } from '#/fixtures/idols.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { tabTo } from '#/pages/tab-to.ts';
import { says } from '#/pages/texts.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';

test.use({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false });

const words = textsIn.en_US;
const say = says.en_US;

const boxOf = async (part: Locator) => {
  // The parts of the side column come after the screen.
  await expect(part).toBeVisible();
  const box = await part.boundingBox();
  if (!box) throw new Error('The part is not on screen.');
  return box;
};

test('a fan votes by keyboard alone on a wide screen, and the page beside the panel stays in use', async ({
  given,
  product,
  visit,
}) => {
  const [first, second] = await idolsIn(product.address, 'en_US');
  const page = await visit.as(await given.fan({ votes: 20 }));
  const screen = new VoteScreen(page, words);
  const sheet = new VoteSheet(page, words);
  await screen.open();

  await test.step('the order of the keyboard is the one of the eye: rail, screen, side', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: words.skip })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('navigation').getByRole('link').first()).toBeFocused();
  });

  await test.step('picks an idol, whose panel is docked in the side column', async () => {
    await tabTo(screen.row(first?.name ?? '').getByRole('button'));
    await page.keyboard.press('Enter');
    await expect(sheet.dialog.getByRole('heading', { level: 2 })).toBeFocused();
    const main = await boxOf(page.getByRole('main'));
    const rightEdge = async () => {
      const { x, width } = await boxOf(sheet.dialog);
      return x + width;
    };
    await expect.poll(rightEdge, 'it has slid in').toBeLessThanOrEqual(1440);
    expect((await boxOf(sheet.dialog)).x, 'it covers nothing of the ranking').toBeGreaterThanOrEqual(
      main.x + main.width - 16,
    );
  });

  await test.step('picks another, who takes the panel', async () => {
    await screen
      .row(second?.name ?? '')
      .getByRole('button')
      .click();
    await expect(sheet.dialog).toHaveCount(1);
    await expect(sheet.dialog).toContainText(second?.name ?? '');
  });

  await test.step('casts two votes', async () => {
    await tabTo(sheet.amount);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('2');
    await tabTo(sheet.cast);
    await page.keyboard.press('Enter');
    await expect(sheet.counted).toContainText('2');
  });

  await test.step('closes the panel by Escape, and the focus returns to the row', async () => {
    await page.keyboard.press('Escape');
    await expect(sheet.dialog).toBeHidden();
    await expect(page).not.toHaveURL(/vote=/);
  });
});

test('the side column has the balance at the same spot on every screen, and my idol is on the rail', async ({
  given,
  visit,
}) => {
  const page = await visit.as(await given.regular());
  const side = page.getByRole('complementary', { name: say('side.label') });
  const balance = side.getByRole('link', { name: say('points.toMine') });
  const spots: string[] = [];
  for (const path of ['/', '/task', '/mall', '/activity', '/my-points']) {
    await openPage(page, path);
    const { x, y } = await boxOf(balance);
    spots.push(`${x} ${y}`);
  }
  expect(new Set(spots).size, spots.join(', ')).toBe(1);
  await expect(page.getByRole('navigation').getByText(say('following.mine'))).toBeVisible();
});

/** Gives the page a width, at which it comes to have these columns. */
async function expectColumns(page: Page, width: number, expected: readonly string[]): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const columns = async () => {
    const rail = await boxOf(page.getByRole('navigation', { name: say('nav.label') }));
    const hasSide = await page.getByRole('complementary', { name: say('side.label') }).isVisible();
    return [rail.y > 450 ? 'bar' : rail.width < 100 ? 'narrow rail' : 'rail', ...(hasSide ? ['side'] : [])];
  };
  await expect.poll(columns, `${width} pixels wide`).toEqual(expected);
}

test('a screen that grows gets a rail, then a side column, and gives them back when it shrinks', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/');
  await expect(page.getByRole('complementary', { name: say('side.label') })).toBeVisible();
  await expectColumns(page, 390, ['bar']);
  await expectColumns(page, 768, ['narrow rail']);
  await expectColumns(page, 1024, ['narrow rail', 'side']);
  await expectColumns(page, 1920, ['rail', 'side']);
});

test('the chat of a live room takes the side column, beside the picture and below the balance', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/live?roomId=rehearsal-stage');
  const chat = page.getByRole('region', { name: say('chat.title') });
  const main = await boxOf(page.getByRole('main'));
  const signIn = page.getByRole('complementary').getByRole('link', { name: say('account.signIn') });
  const above = await boxOf(signIn);
  const { x, y, height } = await boxOf(chat);
  expect(x, 'it covers nothing of the room').toBeGreaterThanOrEqual(main.x + main.width - 16);
  expect(y, 'the sign-in stays in sight').toBeGreaterThanOrEqual(above.y + above.height);
  expect(y + height, 'it reaches the foot of the screen').toBeGreaterThan(850);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await boxOf(chat)).x, 'on a phone it is a card below').toBeLessThan(32);
});

test('the programme shows what is on today and the next two days, and leads to each', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/activity');
  const programme = page.getByRole('region', { name: say('activity.programme') });
  await expect(programme.getByText(say('activity.programme.today'), { exact: true })).toBeVisible();
  for (const row of ['activity.kind.votes', 'nav.live', 'activity.programme.luck'] as const)
    await expect(programme.getByRole('heading', { name: say(row) })).toBeVisible();
  await page.getByRole('button', { name: say('activity.kind.live') }).click();
  await expect(programme.getByRole('heading')).toHaveText([say('activity.programme'), say('nav.live')]);
  await page.getByRole('button', { name: say('activity.kind.all') }).click();
  await programme.getByRole('link', { name: words.election }).click();
  await expect(page).toHaveURL(/\/vote-activity\?activityId=/);
});
