import type { Page } from '@playwright/test';
import { asBuilt } from '#/fixtures/as-built.ts';
import { violations } from '#/fixtures/accessibility.ts';
import { activityId, idolsIn } from '#/fixtures/idols.ts';
import { reloadPage } from '#/fixtures/in-app.ts';
import type { Product } from '#/fixtures/product.ts';
import { expect, test } from '#/fixtures/test.ts';
import type { Visit } from '#/fixtures/visit.ts';
import { Best7Screen } from '#/pages/best7-screen.ts';
import { tabTo } from '#/pages/tab-to.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;

type Chosen = { readonly page: Page; readonly screen: Best7Screen; readonly names: readonly string[] };

/** A visitor who has just chosen the first seven of the ranking; `names` are all idols. */
async function chooseSeven(product: Product, visit: Visit): Promise<Chosen> {
  const names = (await idolsIn(product.address, 'en_US')).map(({ name }) => name);
  const page = await visit.anonymously();
  const screen = new Best7Screen(page);
  await screen.open();
  await screen.choose(names.slice(0, 7));
  await expect(screen.rows).toHaveCount(7);
  return { page, screen, names };
}

/** A visitor whose device keeps a draft of the first seven, as `chooseSeven` leaves it. */
async function chosenSeven(product: Product, visit: Visit): Promise<Chosen> {
  const idols = await idolsIn(product.address, 'en_US');
  const page = await visit.anonymously();
  await page.addInitScript(
    ({ key, draft }) => {
      if (!localStorage.getItem(key)) localStorage.setItem(key, draft);
    },
    { key: `lightstick.best7.${activityId}`, draft: JSON.stringify(idols.slice(0, 7).map(({ idolId }) => idolId)) },
  );
  const screen = new Best7Screen(page);
  await screen.open();
  await expect(screen.rows).toHaveCount(7);
  return { page, screen, names: idols.map(({ name }) => name) };
}

/** The lineup as it reads when these stand in it: seven points for the first, and so on. */
const withPoints = (names: readonly string[]) =>
  names.map((name, index) => `${name}: ${7 - index} ${index === 6 ? 'point' : 'points'}`);

/** The order of seven, by their places at the start. */
const inOrder = (names: readonly string[], places: readonly number[]) =>
  withPoints(places.map((place) => names[place - 1] ?? ''));

test('a fan chooses seven, and there is no place for an eighth until one is removed', async ({ product, visit }) => {
  const { page, screen, names } = await chooseSeven(product, visit);
  const [first = '', second = ''] = names;
  const eighth = screen.tile(names[7] ?? '');
  await expect.poll(() => screen.lineup()).toEqual(withPoints(names.slice(0, 7)));
  await expect(screen.tile(first)).toHaveAttribute('aria-pressed', 'true');
  await expect(eighth).toBeDisabled();
  await expect(page.getByText(say('best7.full'))).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await screen.button('remove', first).click();
  await expect(screen.rows).toHaveCount(6);
  await expect(screen.said).toHaveText(say('best7.removed', { name: first }));
  await expect(screen.button('remove', second), 'the focus goes on to the next row').toBeFocused();
  await eighth.click();
  await expect.poll(() => screen.lineup()).toEqual(withPoints(names.slice(1, 8)));
});

test('a press on a chosen idol takes her out again', { tag: '@system' }, async ({ product, visit }) => {
  const { screen, names } = await chosenSeven(product, visit);
  await screen.tile(names[3] ?? '').click();
  await expect(screen.rows).toHaveCount(6);
  await expect.poll(() => screen.lineup()).toEqual(withPoints(names.slice(0, 7).toSpliced(3, 1)));
});

test('buttons move an idol up and down, no further than there are places, and the draft survives a reload', async ({
  product,
  visit,
}) => {
  const { page, screen, names } = await chosenSeven(product, visit);
  const [first = '', second = '', third = ''] = names;
  await screen.button('up', third).click();
  await expect(screen.said).toHaveText(say('best7.nowAt', { name: third, place: 2 }));
  await screen.button('up', third).click();
  await expect(screen.button('up', third)).toBeFocused();
  await expect(screen.button('up', third)).toHaveAttribute('aria-disabled', 'true');
  await screen.button('down', first).click();
  await expect.poll(() => screen.lineup()).toEqual(inOrder(names, [3, 2, 1, 4, 5, 6, 7]));

  await reloadPage(page);
  await expect(screen.rows).toHaveCount(7);
  await expect.poll(() => screen.lineup()).toEqual(inOrder(names, [3, 2, 1, 4, 5, 6, 7]));
  await expect(screen.tile(second)).toHaveAttribute('aria-pressed', 'true');
});

test('the arrow keys move a row that has the focus', { tag: '@system' }, async ({ product, visit }) => {
  const { page, screen, names } = await chosenSeven(product, visit);
  const [, second = ''] = names;
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(screen.button('down', second));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => screen.lineup()).toEqual(inOrder(names, [1, 3, 4, 2, 5, 6, 7]));
  await expect(screen.button('down', second), 'the focus moves with the row').toBeFocused();
  for (let press = 0; press < 9; press += 1) await page.keyboard.press('ArrowUp');
  await expect.poll(() => screen.lineup()).toEqual(inOrder(names, [2, 1, 3, 4, 5, 6, 7]));
});

for (const hand of ['mouse', 'finger'] as const) {
  test(`a row is dragged to another place by ${hand}, down and up`, { tag: '@system' }, async ({ product, visit }) => {
    const { page, screen, names } = await chosenSeven(product, visit);
    const [first = '', , third = '', , , , seventh = ''] = names;
    await screen.drag(hand, first, third);
    await expect.poll(() => screen.lineup()).toEqual(inOrder(names, [2, 3, 1, 4, 5, 6, 7]));
    await screen.drag(hand, seventh, names[1] ?? '');
    await expect.poll(() => screen.lineup()).toEqual(inOrder(names, [7, 2, 3, 1, 4, 5, 6]));

    await reloadPage(page);
    await expect(screen.rows).toHaveCount(7);
    await expect.poll(() => screen.lineup()).toEqual(inOrder(names, [7, 2, 3, 1, 4, 5, 6]));
  });
}

test('Escape lets go of a dragged row, and nothing has changed', { tag: '@system' }, async ({ product, visit }) => {
  const { page, screen, names } = await chosenSeven(product, visit);
  const row = screen.row(names[0] ?? '');
  await screen.showOrder();
  const before = await row.boundingBox();
  await screen.grip(names[0] ?? '').hover();
  await page.mouse.down();
  await page.mouse.move(30, (before?.y ?? 0) + 240);
  await expect.poll(async () => (await row.boundingBox())?.y, 'the row is in the hand').not.toBe(before?.y);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => row.boundingBox(), 'the row is back in its place').toEqual(before);
  await expect.poll(() => screen.lineup()).toEqual(withPoints(names.slice(0, 7)));
});

test(
  'when the idols cannot be loaded, the screen says so, and Try again loads them',
  { tag: '@system' },
  async ({ product, visit }) => {
    const names = (await idolsIn(product.address, 'en_US')).map(({ name }) => name);
    const page = await visit.anonymously({ tolerates: [/ERR_FAILED/] });
    await asBuilt(page);
    await page.route('**/getAllIdolList*', (route) => route.abort());
    const screen = new Best7Screen(page);
    await screen.open();
    await expect(page.getByRole('alert')).toContainText(say('best7.error'));
    await page.unroute('**/getAllIdolList*');
    await page.getByRole('button', { name: say('common.retry') }).click();
    await screen.choose(names.slice(0, 1));
    await expect.poll(() => screen.lineup()).toEqual(withPoints(names.slice(0, 1)));
  },
);
