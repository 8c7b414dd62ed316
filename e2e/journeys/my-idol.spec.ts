import { violations } from '#/fixtures/accessibility.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { expect, test } from '#/fixtures/test.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;

test('my idol stays in sight while her row is not, and covers neither content above nor a focused row', async ({
  product,
  given,
  visit,
}) => {
  const { name } = await lastIdol(product.address);
  const page = await visit.as(await given.regular());
  const screen = new VoteScreen(page, words);
  await screen.open();
  const rows = screen.ranking.getByRole('list').getByRole('listitem');
  const bar = screen.ranking.getByRole('complementary', { name: say('votes.mine') });
  await expect(rows).toHaveCount(24);
  await expect(bar, 'the ranking begins in the first view, and she is the last of it').toContainText(name);
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  const isWithinColumn = async () => {
    const [inner, outer] = [await bar.boundingBox(), await page.getByRole('main').boundingBox()];
    return inner && outer ? inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width : undefined;
  };
  for (const columns of [width, 768, 1440]) {
    await page.setViewportSize({ width: columns, height });
    await expect.poll(isWithinColumn, `the bar is over the ranking alone, ${columns} pixels wide`).toBe(true);
  }
  await page.setViewportSize({ width, height: 400 });
  await expect(bar, 'while the ranking is below the first view').toHaveCount(0);
  await expect(screen.ranking.getByText(say('votes.mine')), 'her row is marked').toBeAttached();
  await rows.nth(6).scrollIntoViewIfNeeded();
  await expect(bar).toContainText(name);
  await page.setViewportSize({ width, height });
  const lastVote = rows.nth(12).getByRole('button');
  await lastVote.focus();
  const overlap = async () => {
    const [focused, covering] = [await lastVote.boundingBox(), await bar.boundingBox()];
    return (focused?.y ?? 0) + (focused?.height ?? 0) - (covering?.y ?? 0);
  };
  await expect.poll(overlap, 'a focused row is above the bar').toBeLessThanOrEqual(0);
  const hers = screen.row(name);
  // In one step, so that the bar is still there.
  const before = await hers.evaluate((row) => {
    scrollTo(0, document.documentElement.scrollHeight);
    return row.getBoundingClientRect().top;
  });
  await expect(bar).toHaveCount(0);
  await expect(hers).toBeInViewport();
  const after = await hers.evaluate((row) => row.getBoundingClientRect().top);
  expect(after, 'at the end of the page nothing moves under a finger when the bar goes').toBeCloseTo(before);
  const brand = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-brand'));
  const light = await hers.evaluate((row) => getComputedStyle(row).getPropertyValue('--color-brand'));
  expect(light, 'her row is in the light of her team').toMatch(/^#[0-9a-f]{6}$/);
  expect(light).not.toBe(brand);
  expect(await violations(page), 'what axe finds in her light').toEqual([]);

  await page.getByRole('searchbox').fill('zzzz');
  await expect(screen.ranking).toContainText(say('search.noMatch'));
  await expect(bar, 'left out by the filter she is not in sight').toContainText(name);
});
