import { readFile } from 'node:fs/promises';
import type { Language } from '@lightstick/contract';
import type { Page } from '@playwright/test';
import readCode from 'jsqr';
import { violations } from '#/fixtures/accessibility.ts';
import { closeRace } from '#/fixtures/close-race.ts';
import type { Given } from '#/fixtures/given.ts';
import { activityId, idolsIn } from '#/fixtures/idols.ts';
import type { Product } from '#/fixtures/product.ts';
import { expect, test } from '#/fixtures/test.ts';
import type { Visit } from '#/fixtures/visit.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { PeakScreen } from '#/pages/peak-screen.ts';
import { tabTo } from '#/pages/tab-to.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';

/** How many votes the chaser is behind. */
const margin = 5;

type Begin = {
  readonly product: Product;
  readonly given: Given;
  readonly visit: Visit;
  readonly language?: Language;
};

/** Opens the sheet of an idol who is a few votes behind her neighbour. */
async function openRace({ product, given, visit, language = 'en_US' }: Begin) {
  const words = textsIn[language];
  const chaser = await closeRace(product, given, margin);
  const idols = await idolsIn(product.address, language);
  const name = idols.find(({ idolId }) => idolId === chaser.idolId)?.name ?? '';
  const page = await visit.as(await given.fan({ votes: 20, nickname: 'Mika' }));
  const screen = new VoteScreen(page, words);
  await screen.open();
  await screen.openSheet(name);
  return { page, name, chaser, screen, sheet: new VoteSheet(page, words), peak: new PeakScreen(page, words) };
}

/** Reads the size and the QR code of the card on screen off its pixels. */
async function readCard(page: Page): Promise<{ width: number; height: number; code: string | undefined }> {
  const { width, height, pixels } = await page.locator('img.peak-card').evaluate(async (picture: HTMLImageElement) => {
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser has no canvas.');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32_768) text += String.fromCharCode(...data.subarray(at, at + 32_768));
    return { width: canvas.width, height: canvas.height, pixels: btoa(text) };
  });
  const found = readCode.default(new Uint8ClampedArray(Buffer.from(pixels, 'base64')), width, height);
  return { width, height, code: found?.data };
}

const words = textsIn.en_US;

test.describe('in full motion', () => {
  test.use({ motion: 'full' });

  test('a fan lifts an idol over her neighbour, skips to the card, and saves it with a code to her page', async ({
    product,
    given,
    visit,
  }) => {
    const { page, name, chaser, screen, sheet, peak } = await openRace({ product, given, visit });
    const ladder = sheet.dialog.getByRole('list', { name: words.peak.ladder });
    await sheet.amount.fill('4');
    await expect(sheet.dialog.getByText(words.peak.missing(2, chaser.rank - 1))).toBeVisible();
    await sheet.amount.fill('7');
    await expect(sheet.dialog.getByText(words.peak.enough(7, chaser.rank - 1))).toBeVisible();
    await expect(ladder.getByRole('listitem')).toHaveCount(3);

    await sheet.cast.click();
    await expect(peak.title(name, chaser.rank - 1)).toBeVisible();
    await peak.skipToCard();
    await expect(peak.card).toHaveAttribute('alt', new RegExp(words.peak.mine(name, chaser.rank - 1)));
    expect(await violations(page)).toEqual([]);
    expect(await readCard(page)).toEqual({
      width: 1080,
      height: 1350,
      code: `${product.address}/idol?activityId=${activityId}&idolId=${chaser.idolId}`,
    });

    const saving = page.waitForEvent('download');
    await peak.save.click();
    const file = await saving;
    expect((await readFile(await file.path())).subarray(1, 4).toString()).toBe('PNG');

    await peak.done.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => screen.standing(name)).toMatchObject({ place: chaser.rank - 1 });
  });

  test('from the card a fan votes again, and has the receipt of the first vote before', async ({
    product,
    given,
    visit,
  }) => {
    const { name, chaser, sheet, peak } = await openRace({ product, given, visit });
    await sheet.amount.fill('7');
    await sheet.cast.click();
    await expect(peak.title(name, chaser.rank - 1)).toBeVisible();
    await peak.skipToCard();
    await peak.again.click();
    await expect(sheet.cast).toBeVisible();
    await sheet.amount.fill('1');
    await sheet.cast.click();
    await expect(sheet.counted, 'no place gained: the receipt alone').toContainText('1');
    await expect(peak.dialog).toHaveCount(0);
    await sheet.showReceipt.click();
    await expect(sheet.fingerprint).toBeVisible();
  });
});

for (const { language, theme, tag } of [
  { language: 'en_US', theme: 'light', tag: [] },
  { language: 'zh_TW', theme: 'dark', tag: ['@system'] },
] as const) {
  test.describe(`in ${language}, ${theme}`, { tag: [...tag] }, () => {
    test.use({ language, theme });

    test('a fan who prefers less motion sees the card at once', async ({ product, given, visit }) => {
      const { page, name, chaser, sheet, peak } = await openRace({ product, given, visit, language });
      await sheet.amount.fill('6');
      expect(await violations(page), 'what axe finds on the ladder').toEqual([]);
      await sheet.cast.click();
      await expect(peak.title(name, chaser.rank - 1)).toBeVisible();
      await expect(peak.dialog).toHaveAttribute('data-step', 'card');
      await expect(peak.card).toBeVisible();
      expect(await violations(page), 'what axe finds on the card').toEqual([]);
      await peak.receipt.click();
      await expect(sheet.fingerprint).toBeVisible();
      expect(await violations(page), 'what axe finds on the receipt').toEqual([]);
    });
  });
}

test('where files can be shared, the card is shared as one', async ({ product, given, visit }) => {
  const { page, sheet, peak } = await openRace({ product, given, visit });
  const shared = page.waitForEvent('console', (message) => message.text().startsWith('shared '));
  // Chromium on this system shares nothing, so the fan's choice is stood in for.
  await page.evaluate(() => {
    const share = async ({ files = [] }: ShareData) => console.info(`shared ${files[0]?.name} ${files[0]?.type}`);
    Object.assign(navigator, { canShare: () => true, share });
  });
  await sheet.amount.fill('6');
  await sheet.cast.click();
  await expect(peak.card).toBeVisible();
  await peak.share.click();
  expect((await shared).text()).toMatch(/^shared lightstick-\d+-\d+\.png image\/png$/);
  await expect(peak.save, 'saving is the other way').toBeVisible();
});

test('a tie lifts no idol: the fan has the receipt', async ({ product, given, visit }) => {
  const { chaser, sheet, peak } = await openRace({ product, given, visit });
  await sheet.amount.fill(String(margin));
  await expect(sheet.dialog.getByText(words.peak.missing(1, chaser.rank - 1))).toBeVisible();
  await sheet.cast.click();
  await expect(sheet.counted).toContainText(String(margin));
  await expect(peak.dialog).toHaveCount(0);
});

test('all of it works by keyboard, and the focus returns to the row', async ({ product, given, visit }) => {
  const { page, name, chaser, sheet, screen, peak } = await openRace({ product, given, visit });
  await tabTo(sheet.amount);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('6');
  await tabTo(sheet.cast);
  await page.keyboard.press('Enter');
  await expect(peak.title(name, chaser.rank - 1)).toBeVisible();
  await expect(peak.card).toBeVisible();
  await tabTo(peak.save);
  await tabTo(peak.done);
  await tabTo(peak.dialog.getByRole('button', { name: words.peak.close }));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(screen.row(name).getByRole('button')).toBeFocused();
});
