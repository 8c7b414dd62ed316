import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { expect, test } from '#/fixtures/component-test.ts';
import { bothLooks, shots, takesPictures } from '#/looks.ts';
import { GalleryPage, sectionTitles } from '#/pages/gallery-page.ts';
import { textsOf } from '#/pages/texts.ts';

/** A text of each section in the language on screen; the gallery's own examples are literal. */
const content = textsOf({
  Type: { en_US: 'Light up the stage for your idol', zh_TW: '為你的偶像點亮舞台' },
  Color: { en_US: 'white on action', zh_TW: 'white on action' },
  Buttons: (say) => say('vote.cast', { count: 10 }),
  'Cards and badges': { en_US: '3 of 5 done', zh_TW: '已完成 3 / 5' },
  'Tabs and steppers': { en_US: 'By rank', zh_TW: '依名次' },
  Forms: { en_US: 'Amount must be between 1 and 99', zh_TW: '數量必須介於 1 到 99 之間' },
  States: 'failure.network',
  Countdown: 'phase.closing',
  Ranking: { en_US: 'Needs 45,304 more for #1', zh_TW: '還差 45,304 票追上第 1 名' },
  'Red packet': { en_US: 'Answer', zh_TW: '回應' },
  'Live chat': (say) => say('chat.held'),
  'Infinite lists': { en_US: 'We couldn’t load your votes.', zh_TW: '無法載入投票紀錄。' },
  Modals: { en_US: 'Unclosable', zh_TW: '無法關閉' },
  Sheets: { en_US: 'A long text', zh_TW: '長文' },
  Toasts: (say) => say('failure.requestId', { requestId: 'req-7f3a' }),
  Formats: { en_US: '2026-11-22 04:05:09', zh_TW: '2026-11-22 04:05:09' },
});

/** The colour behind an element, its own or that of what it lies on. */
function groundOf(element: Locator | undefined): Promise<readonly number[]> {
  if (!element) throw new Error('There is no such element.');
  return element.first().evaluate((start) => {
    for (let part: Element | null = start; part; part = part.parentElement) {
      const colour =
        getComputedStyle(part)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      if (colour[3] !== 0) return colour.slice(0, 3);
    }
    return [255, 255, 255];
  });
}

/** As WCAG 2.2 defines it; 3 is what it asks of the state of a control. */
function contrastOf(one: readonly number[], other: readonly number[]): number {
  const luminance = (colour: readonly number[]) => {
    const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

for (const { language, theme } of bothLooks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });

    test('the gallery shows every piece, accessible and no wider than the phone', async ({ page, gallery }) => {
      await expect(gallery.contents.getByRole('navigation').getByRole('link')).toHaveText([...sectionTitles]);
      for (const title of sectionTitles) {
        await expect(gallery.section(title)).toContainText(content[language][title]);
      }
      expect(await violations(page), 'what axe finds').toEqual([]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), 'its width').toBe(390);
      const choice = gallery
        .section('Tabs and steppers')
        .locator('fieldset')
        .filter({ has: page.getByRole('radio') });
      const [chosen, other] = [true, false].map((checked) =>
        choice.locator('label').filter({ has: page.getByRole('radio', { checked }) }),
      );
      const contrast = contrastOf(await groundOf(chosen), await groundOf(other));
      expect(contrast, 'of the chosen segment with its neighbour').toBeGreaterThanOrEqual(3);

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

test('the length of a video is read from its first bytes, and is undefined without one', async ({ page }) => {
  const logged = page.waitForEvent('console', (message) => message.text() === 'url not exist');
  await new GalleryPage(page).open();
  await expect(page.getByRole('row', { name: /^Length of a clip/ })).toContainText('01:23 00:00 00:00');
  expect((await logged).type()).toBe('log');
});

const says = textsOf({
  required: (say) => (label: string) => say('form.required', { label }),
  chosen: (say) => (label: string) => say('form.chosen', { label }),
  accepted: (say) => (label: string) => say('form.accepted', { label }),
  nicknameLength: (say) => say('form.length.range', { label: 'Nickname', min: 2, max: 24 }),
}).en_US;

test.describe('a form', () => {
  test('shows errors once it is submitted, keeps the input, and accepts valid input', async ({ page, gallery }) => {
    const form = page.getByRole('form', { name: 'Example' });
    await form.getByRole('textbox', { name: 'Nickname' }).fill('M');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(says.required('Email'));
    await expect(form.getByRole('textbox', { name: 'Nickname' })).toHaveAccessibleDescription(says.nicknameLength);
    await expect(form.getByRole('textbox', { name: 'Nickname' })).toHaveValue('M');
    await expect(form.getByRole('textbox', { name: 'Details' })).toHaveAccessibleDescription(says.required('Details'));
    await expect(form.getByRole('combobox', { name: 'Language' })).toHaveAccessibleDescription(says.chosen('Language'));
    await expect(form.getByRole('radiogroup', { name: 'Appearance' })).toHaveAccessibleDescription(
      says.chosen('Appearance'),
    );
    await expect(form.getByRole('checkbox')).toHaveAccessibleDescription(says.accepted('Rules'));

    await form.getByRole('textbox', { name: 'Email' }).fill('mina@example.com');
    await form.getByRole('textbox', { name: 'Nickname' }).fill('Mina');
    await form.getByRole('textbox', { name: 'Details' }).fill('She sings the low part.');
    await form.getByRole('combobox', { name: 'Language' }).selectOption('English');
    await form.getByRole('radio', { name: 'Dark' }).check();
    await form.getByRole('checkbox').check();
    await expect(form.locator('[aria-invalid]')).toHaveCount(0);
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(gallery.toasts).toContainText('Everything looks good');
  });
});
