import { join } from 'node:path';
import { violations } from '#/fixtures/accessibility.ts';
import { expect, test } from '#/fixtures/component-test.ts';
import { bothLooks, shots, takesPictures } from '#/looks.ts';
import { GalleryPage, sectionTitles } from '#/pages/gallery-page.ts';

/** One thing of each section by which it is known that it says what it should, in the language on screen. */
const content = {
  en_US: {
    Type: 'Light up the stage for your idol',
    Color: 'white on action',
    Buttons: 'Cast 10 votes',
    'Cards and badges': '3 of 5 done',
    'Tabs and steppers': 'By rank',
    Forms: 'Amount must be between 1 and 99',
    States: 'There is no connection to the server.',
    Countdown: 'Counting',
    Ranking: '45,304 to reach #1',
    'Infinite lists': 'Your votes could not be loaded.',
    Modals: 'Unclosable',
    Sheets: 'A long text',
    Toasts: 'Request req-7f3a',
    Formats: '2026-11-22 04:05:09',
  },
  zh_TW: {
    Type: '為您的偶像點亮舞台',
    Color: 'white on action',
    Buttons: '投出 10 票',
    'Cards and badges': '已完成 3 / 5',
    'Tabs and steppers': '依名次',
    Forms: '數量必須介於 1 到 99 之間',
    States: '無法連線到伺服器',
    Countdown: '計票中',
    Ranking: '距離第 1 名還差 45,304 票',
    'Infinite lists': '無法載入投票紀錄。',
    Modals: '無法關閉',
    Sheets: '長文',
    Toasts: '請求代碼 req-7f3a',
    Formats: '2026-11-22 04:05:09',
  },
} as const;

for (const { language, theme } of bothLooks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });

    test('the gallery shows every piece, accessible and no wider than the phone', async ({ page, gallery }) => {
      await expect(gallery.contents.getByRole('navigation').getByRole('link')).toHaveText([...sectionTitles]);
      for (const title of sectionTitles) {
        await expect(gallery.section(title)).toContainText(content[language][title]);
      }
      expect(await violations(page), 'what axe finds').toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), 'its width').toBe(390);

      if (!takesPictures) return;
      await gallery.makeRoom();
      for (const title of sectionTitles) {
        const file = `gallery ${title} ${language} ${theme}.png`.replaceAll(' ', '-').toLowerCase();
        await gallery.comeTo(title);
        await gallery.section(title).screenshot({ path: join(shots, file), animations: 'disabled' });
      }
    });
  });
}

test('the gallery changes theme and language at its top', async ({ page, gallery }) => {
  await gallery.contents.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await gallery.contents.getByText('繁體中文', { exact: true }).click();
  await expect(gallery.section('Type')).toContainText(content.zh_TW.Type);
});

test('the length of a video is read from its first bytes, and is nothing where there is none', async ({ page }) => {
  const logged = page.waitForEvent('console', (message) => message.text() === 'url not exist');
  await new GalleryPage(page).open();
  await expect(page.getByRole('row', { name: /^Length of a clip/ })).toContainText('01:23 00:00 00:00');
  expect((await logged).type()).toBe('log');
});

test.describe('a form', () => {
  test('objects in words once it is sent, keeps what was typed, and is content when all is right', async ({
    page,
    gallery,
  }) => {
    const form = page.getByRole('form', { name: 'Example' });
    await form.getByRole('textbox', { name: 'Nickname' }).fill('M');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('Please enter Email');
    await expect(form.getByRole('textbox', { name: 'Nickname' })).toHaveAccessibleDescription(
      'Nickname must be 2 to 24 characters long',
    );
    await expect(form.getByRole('textbox', { name: 'Nickname' })).toHaveValue('M');
    await expect(form.getByRole('textbox', { name: 'Details' })).toHaveAccessibleDescription('Please enter Details');
    await expect(form.getByRole('combobox', { name: 'Language' })).toHaveAccessibleDescription(
      'Please choose Language',
    );
    await expect(form.getByRole('radiogroup', { name: 'Appearance' })).toHaveAccessibleDescription(
      'Please choose Appearance',
    );
    await expect(form.getByRole('checkbox')).toHaveAccessibleDescription('Please tick “Rules”');

    await form.getByRole('textbox', { name: 'Email' }).fill('mina@example.com');
    await form.getByRole('textbox', { name: 'Nickname' }).fill('Mina');
    await form.getByRole('textbox', { name: 'Details' }).fill('She sings the low part.');
    await form.getByRole('combobox', { name: 'Language' }).selectOption('English');
    await form.getByRole('radio', { name: 'Dark' }).check();
    await form.getByRole('checkbox').check();
    await expect(form.locator('[aria-invalid]')).toHaveCount(0);
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(gallery.toasts).toContainText('Everything is right');
  });
});
