import type { Page } from '@playwright/test';
import { expect, test } from '#/fixtures/component-test.ts';

const wheelPx = 400;

const placeOnScreen = (page: Page) =>
  page.locator('#modals').evaluate((section) => section.getBoundingClientRect().top);

/** Waits until the page has not moved for some frames: the press that opened the modal may have scrolled it. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async (framesInPlace) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let place = scrollY;
    for (let still = 0; still < framesInPlace; still += 1) {
      await nextFrame();
      if (scrollY === place) continue;
      place = scrollY;
      still = -1;
    }
  }, 12);
}

/**
 * Turns the wheel over the middle of the screen, and waits until the page has got it and no longer moves.
 *
 * @returns whether the page was scrolled. A picture or a font that loads above moves it too, by some pixels.
 */
async function scrollsByWheel(page: Page): Promise<boolean> {
  await standsStill(page);
  const before = await placeOnScreen(page);
  const wheel = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<Event>();
    addEventListener('wheel', resolve, { once: true, passive: true });
    return { promise };
  });
  await page.mouse.move(195, 400);
  await page.mouse.wheel(0, wheelPx);
  await wheel.evaluate(async ({ promise }) => void (await promise));
  await standsStill(page);
  return before - (await placeOnScreen(page)) > wheelPx / 2;
}

test('a modal blurs the page behind it and keeps it still until it closes', async ({ page, gallery }) => {
  await gallery.openDialog('Modals', 'Plain');
  const backdrop = await gallery.dialog.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backdropFilter);
  expect(backdrop).toContain('blur');

  await expect.poll(() => scrollsByWheel(page)).toBe(false);

  await page.keyboard.press('Escape');
  await expect(gallery.dialog).toBeHidden();
  await expect.poll(() => scrollsByWheel(page)).toBe(true);
});

test.describe('a modal closes and gives the focus back', () => {
  test('on Escape', async ({ page, gallery }) => {
    const opener = await gallery.openDialog('Modals', 'Plain');
    await page.keyboard.press('Escape');
    await expect(gallery.dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('on a press on the backdrop', async ({ gallery }) => {
    const opener = await gallery.openDialog('Modals', 'Plain');
    await gallery.pressBackdrop();
    await expect(gallery.dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('by its own button', async ({ gallery }) => {
    const opener = await gallery.openDialog('Modals', 'Plain');
    await gallery.dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(gallery.dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('when the screen removes it at once', { tag: '@system' }, async ({ gallery }) => {
    const opener = await gallery.openDialog('Modals', 'Plain');
    await gallery.dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(gallery.dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

test(
  'a click inside a modal does not close it, nor does a press that began or ended inside',
  { tag: '@system' },
  async ({ page, gallery }) => {
    await gallery.openDialog('Modals', 'Plain');
    const text = gallery.dialog.getByText('Your Points, tickets and votes stay safe.');
    await text.click();
    await expect(gallery.dialog).toBeVisible();

    const box = await text.boundingBox();
    const inside = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 8 };
    await page.mouse.move(inside.x, inside.y);
    await page.mouse.down();
    await page.mouse.move(4, 4);
    await page.mouse.up();
    await expect(gallery.dialog).toBeVisible();

    await page.mouse.down();
    await page.mouse.move(inside.x, inside.y);
    await page.mouse.up();
    await expect(gallery.dialog).toBeVisible();

    await gallery.pressBackdrop();
    await expect(gallery.dialog).toBeHidden();
  },
);

for (const moment of ['closing', 'gone'] as const)
  test(`a press that comes the moment a modal is ${moment} opens it again`, async ({ gallery }) => {
    const opener = await gallery.openDialog('Modals', 'Plain');
    // As a busy browser hands it over: before it reports that the modal is closed, or before the page rendered its end.
    await opener.evaluate(async (button: HTMLElement, isGone) => {
      const dialog = document.querySelector('dialog');
      const closed = new Promise((resolve) => dialog?.addEventListener('close', resolve, { once: true }));
      dialog?.close();
      if (isGone) {
        await closed;
        await Promise.allSettled(dialog?.getAnimations().map(({ finished }) => finished) ?? []);
        // The reactions of the page to the same end, without the tasks that it scheduled.
        for (let reactions = 0; reactions < 10; reactions += 1) await Promise.resolve();
      }
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      // The browser lets the page work between the events of one press.
      await Promise.resolve();
      button.click();
      await closed;
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    }, moment === 'gone');
    await expect(gallery.dialog).toBeVisible();
  });

test('a second tap on a modal that still closes leaves it there, so that nothing below is hit', async ({ gallery }) => {
  await gallery.openDialog('Modals', 'Plain');
  const isThere = await gallery.dialog.evaluate(async (dialog: HTMLDialogElement) => {
    dialog.close();
    dialog.querySelector('h2')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await Promise.resolve();
    return dialog.isConnected;
  });
  expect(isThere).toBe(true);
  await expect(gallery.dialog).toBeHidden();
});

test('the focus stays inside a modal', async ({ page, gallery }) => {
  await gallery.openDialog('Modals', 'Plain');
  const visited = new Set<string>();
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    // Between the last and the first control the focus may rest on the browser's own, which leaves none on the page.
    const place = await page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) return 'nowhere';
      return activeElement.closest('dialog') ? activeElement.textContent || activeElement.tagName : 'outside';
    });
    visited.add(place);
  }
  expect([...visited]).not.toContain('outside');
  expect([...visited]).toEqual(expect.arrayContaining(['INPUT', 'Stay', 'Sign out']));
});

test('modals stack: the topmost closes, and each gives the focus back to the one below', async ({ page, gallery }) => {
  const opener = await gallery.openDialog('Modals', 'Stacked');
  const modal = (level: number) => page.getByRole('dialog', { name: `Modal ${level}`, exact: true });
  await modal(1).getByRole('button', { name: 'One more' }).click();
  await modal(2).getByRole('button', { name: 'One more' }).click();
  await expect(modal(3)).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(modal(3)).toBeHidden();
  await expect(modal(2).getByRole('button', { name: 'One more' })).toBeFocused();

  await gallery.pressBackdrop();
  await expect(modal(2)).toBeHidden();
  await expect(modal(1).getByRole('button', { name: 'One more' })).toBeFocused();

  await standsStill(page);
  await expect.poll(() => scrollsByWheel(page), 'the page stands still while one is open').toBe(false);
  await modal(1).getByRole('button', { name: 'Close' }).click();
  await expect(opener).toBeFocused();
});

test(
  'with maskClosable false the backdrop does nothing, and Escape closes',
  { tag: '@system' },
  async ({ page, gallery }) => {
    await gallery.openDialog('Modals', 'Mask not closable');
    await gallery.pressBackdrop();
    await gallery.pressBackdrop();
    await expect(gallery.dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(gallery.dialog).toBeHidden();
  },
);

test('an unclosable modal stays open until its owner closes it', { tag: '@system' }, async ({ page, gallery }) => {
  const opener = await gallery.openDialog('Modals', 'Unclosable');
  await gallery.pressBackdrop();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
  await gallery.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(gallery.dialog).toBeVisible();
  await gallery.dialog.getByRole('checkbox').check();
  await gallery.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(gallery.dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a modal taller than the screen fits it and scrolls inside', { tag: '@system' }, async ({ gallery }) => {
  await gallery.openDialog('Modals', 'Taller than the screen');
  const box = await gallery.dialog.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  const close = gallery.dialog.getByRole('button', { name: 'Close' });
  await expect(close).not.toBeInViewport();
  await close.click();
  await expect(gallery.dialog).toBeHidden();
});

test('a sheet closes by the same rules', async ({ page, gallery }) => {
  const opener = await gallery.openDialog('Sheets', 'An action');
  await gallery.dialog.getByRole('heading').click();
  await expect(gallery.dialog).toBeVisible();
  await gallery.pressBackdrop();
  await expect(gallery.dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await gallery.openDialog('Sheets', 'A long text');
  await page.keyboard.press('Escape');
  await expect(gallery.dialog).toBeHidden();
});
