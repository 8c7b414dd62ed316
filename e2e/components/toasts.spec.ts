import type { Page } from '@playwright/test';
import { expect, test } from '#/fixtures/component-test.ts';
import { wholeApp } from '#/pages/whole-app.ts';

const shownMs = 4500;

test.beforeEach('only the test moves the clock', async ({ page, gallery: _gallery }) => {
  // Toasts come with the deferred chunk, which a fixed clock might delay.
  await wholeApp(page);
  // Playwright can only pause the clock at a future time; until then it runs.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000);
});

test('a toast stands 40 px below the top for 4.5 s', async ({ page, gallery }) => {
  await gallery.button('Toasts', 'Notice').click();
  await page.mouse.move(4, 800);
  await expect(gallery.toasts).toContainText('A new version is ready');
  await expect.poll(async () => (await gallery.toasts.boundingBox())?.y).toBe(40);
  await page.clock.runFor(shownMs - 1);
  await expect(gallery.toasts).toContainText('A new version is ready');
  await page.clock.runFor(1);
  await expect(gallery.dismissButtons).toHaveCount(0);
});

test('an error is announced at once, with what is needed to report it', async ({ gallery }) => {
  await gallery.button('Toasts', 'Error').click();
  const alert = gallery.toasts.getByRole('alert');
  await expect(alert).toContainText('Service Unavailable');
  await expect(alert).toContainText('Lots of fans are here right now.');
  await expect(alert).toContainText('/activity/api/v1/vote/doVote');
  await expect(alert).toContainText('Request req-7f3a');

  for (const [button, title] of [
    ['Success', '+20 Points'],
    ['Warning', 'Your session has expired'],
  ] as const) {
    await gallery.button('Toasts', button).click();
    await expect(gallery.toasts).toContainText(title);
  }
  await expect(gallery.toasts.getByRole('alert'), 'the other kinds wait for their turn').toHaveCount(1);
});

test('at most three toasts are shown, the oldest giving way', async ({ gallery }) => {
  await gallery.button('Toasts', 'All four').click();
  await expect(gallery.dismissButtons).toHaveCount(3);
  await expect(gallery.toasts).not.toContainText('+20 Points');
  await expect(gallery.toasts).toContainText('Service Unavailable');
});

test('an empty message shows nothing', { tag: '@system' }, async ({ gallery }) => {
  await gallery.button('Toasts', 'An empty message').click();
  await gallery.button('Toasts', 'Notice').click();
  await expect(gallery.toasts).toContainText('A new version is ready');
  await expect(gallery.dismissButtons).toHaveCount(1);
});

test('a toast can be dismissed', { tag: '@system' }, async ({ gallery }) => {
  await gallery.button('Toasts', 'Notice').click();
  await gallery.dismissButtons.click();
  await expect(gallery.dismissButtons).toHaveCount(0);
});

test.describe('the clock of a toast stands still', () => {
  test('while it is pointed at', async ({ page, gallery }) => {
    await gallery.button('Toasts', 'Notice').click();
    await expect(gallery.toasts).toContainText('A new version is ready');
    await page.mouse.move(195, 70);
    await page.clock.runFor(10 * shownMs);
    await expect(gallery.toasts).toContainText('A new version is ready');
    await page.mouse.move(4, 800);
    await page.clock.runFor(shownMs);
    await expect(gallery.dismissButtons).toHaveCount(0);
  });

  test('while it has the focus', { tag: '@system' }, async ({ page, gallery }) => {
    await gallery.button('Toasts', 'Notice').click();
    await gallery.dismissButtons.focus();
    await page.clock.runFor(10 * shownMs);
    await expect(gallery.toasts).toContainText('A new version is ready');
    await gallery.button('Toasts', 'Error').focus();
    await page.clock.runFor(shownMs);
    await expect(gallery.dismissButtons).toHaveCount(0);
  });

  test('while the page is hidden', { tag: '@system' }, async ({ page, gallery }) => {
    await gallery.button('Toasts', 'Notice').click();
    await expect(gallery.toasts).toContainText('A new version is ready');
    await hide(page, true);
    await page.clock.runFor(10 * shownMs);
    await expect(gallery.toasts).toContainText('A new version is ready');
    await hide(page, false);
    await page.clock.runFor(shownMs);
    await expect(gallery.dismissButtons).toHaveCount(0);
  });
});

test('above a modal a toast can be read and dismissed, and the modal stays', async ({ gallery }) => {
  await gallery.openDialog('Modals', 'With a toast above');
  await gallery.dialog.getByRole('button', { name: 'Show a toast' }).click();
  await expect(gallery.toasts).toContainText('Here I am');
  await expect.poll(async () => (await gallery.toasts.boundingBox())?.y).toBe(40);
  await gallery.dismissButtons.click();
  await expect(gallery.dismissButtons).toHaveCount(0);
  await expect(gallery.dialog).toBeVisible();
});

test(
  'a toast shown before a modal opens stays usable, and leaves at its own time',
  { tag: '@system' },
  async ({ page, gallery }) => {
    await gallery.button('Toasts', 'Notice').click();
    await page.clock.runFor(2000);
    await gallery.openDialog('Modals', 'Plain');
    await page.mouse.move(4, 800);
    await expect(gallery.dialog.getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await page.clock.runFor(shownMs - 2001);
    await expect(gallery.dismissButtons).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(gallery.dismissButtons).toHaveCount(0);
  },
);

/** What the browser says to a page that goes to the background or comes back, which no test can really make it do. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
