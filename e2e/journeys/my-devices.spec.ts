import type { BrowserContext, Locator, Page } from '@playwright/test';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import type { Visit } from '#/fixtures/visit.ts';
import { languages } from '#/looks.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { type ScreenTexts, textsIn } from '#/pages/catalogue.ts';

/** Where a fan is signed in. */
class MyDevicesScreen {
  /** This device. */
  readonly own: Locator;
  /** The rows of the other devices. */
  readonly others: Locator;
  private readonly page: Page;
  private readonly words: ScreenTexts;

  constructor(page: Page, words: ScreenTexts) {
    this.page = page;
    this.words = words;
    this.own = page.getByRole('region', { name: words.devices.browser }).first();
    this.others = page.getByRole('main').getByRole('listitem');
  }

  async open(): Promise<void> {
    await openPage(this.page, '/my-devices');
  }

  /** Asks to sign out on one device; the question is left to be answered. */
  async askToEnd(row: Locator): Promise<void> {
    await row.getByRole('button', { name: this.words.devices.signOut }).click();
  }

  async askToEndOthers(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.devices.signOutOthers }).click();
  }

  /** Answers the question. */
  async answer(answer: 'keep' | 'signOut' | 'signOutOthers'): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name: this.words.devices[answer], exact: true }).click();
  }
}

/** From this age on the use of a passport brings the next. */
const passportAgeMs = 5 * 60_000;

const signedOutElsewhere = { tolerates: [/status of 401/] };

/** Opens another browser in which the fan signs in. */
async function signInIn(visit: Visit, fan: Fan, words: ScreenTexts): Promise<Page> {
  const page = await visit.anonymously(signedOutElsewhere);
  const login = new LoginScreen(page, words);
  await login.open();
  await login.signIn(fan.email, fan.password);
  await expect(page).toHaveURL(/\/$/);
  return page;
}

for (const language of languages) {
  const words = textsIn[language];

  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('a fan signs out on another device, which learns it on its next call', async ({ given, visit }) => {
      const fan = await given.fan();
      const [page, lost] = [await signInIn(visit, fan, words), await signInIn(visit, fan, words)];
      const devices = new MyDevicesScreen(page, words);
      await devices.open();
      await expect(devices.own).toContainText(words.devices.this);
      await expect(devices.others).toHaveCount(2);

      const other = devices.others.filter({ hasText: words.devices.browser });
      await devices.askToEnd(other);
      await devices.answer('keep');
      await expect(devices.others).toHaveCount(2);
      await devices.askToEnd(other);
      await devices.answer('signOut');
      await expect(devices.others).toHaveCount(1);
      await expect(devices.others).toContainText(words.devices.unknown);
      await expect(page.getByRole('heading', { name: words.devices.others })).toBeFocused();

      await new MyDevicesScreen(lost, words).open();
      await expect(lost).toHaveURL(/\/login\?next=%2Fmy-devices$/);
      await expect(lost.getByText(words.devices.expired)).toBeVisible();
      await new MeScreen(page, words).open();
      await expect(new MeScreen(page, words).nickname).toHaveText(fan.nickname);
    });

    test(
      'a fan signs out everywhere else and is then on this device only',
      { tag: '@system' },
      async ({ given, visit }) => {
        const fan = await given.fan();
        const [page, lost] = [await signInIn(visit, fan, words), await signInIn(visit, fan, words)];
        const devices = new MyDevicesScreen(page, words);
        await devices.open();
        await devices.askToEndOthers();
        await devices.answer('signOutOthers');
        await expect(page.getByText(words.devices.onlyThis)).toBeVisible();
        await expect(devices.own).toContainText(words.devices.this);
        await new MeScreen(lost, words).open();
        await expect(lost).toHaveURL(/\/login\?next=%2Fme$/);
      },
    );
  });
}

const words = textsIn.en_US;

async function passportIn(browser: BrowserContext): Promise<string | undefined> {
  return (await browser.cookies()).find(({ name }) => name === 'passport')?.value;
}

async function expectSignedIn(page: Page, fan: Fan): Promise<void> {
  await expect(new MeScreen(page, words).nickname).toHaveText(fan.nickname);
}

/** A new tab, which has no token and comes by the passport. */
async function openTab(browser: BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  await new MeScreen(page, words).open();
  return page;
}

test(
  'a browser that comes back is given another passport each time, and stays signed in',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan({ nickname: 'Suki' });
    const browser = (await visit.as(fan)).context();
    const seen = new Set([fan.passport]);
    for (let time = 1; time <= 3; time += 1) {
      await product.time.pass(passportAgeMs);
      const page = await openTab(browser);
      await expectSignedIn(page, fan);
      seen.add((await passportIn(browser)) ?? '');
      expect(seen.size).toBe(time + 1);
      await page.close();
    }
  },
);

test(
  'two tabs that come back at once are both signed in, and so is one that comes later',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan({ nickname: 'Suki' });
    const browser = (await visit.as(fan)).context();
    await product.time.pass(passportAgeMs);
    const tabs = await Promise.all([openTab(browser), openTab(browser)]);
    for (const page of tabs) await expectSignedIn(page, fan);
    await product.time.pass(passportAgeMs);
    await expectSignedIn(await openTab(browser), fan);
    for (const page of tabs) {
      await reloadPage(page);
      await expectSignedIn(page, fan);
    }
  },
);

test(
  'a passport that is used in two browsers was copied: both have to sign in again',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan({ nickname: 'Suki' });
    const browsers = [
      (await visit.as(fan, signedOutElsewhere)).context(),
      (await visit.as(fan, signedOutElsewhere)).context(),
    ] as const;
    await product.time.pass(passportAgeMs);
    for (const browser of browsers) await expectSignedIn(await openTab(browser), fan);
    await product.time.pass(passportAgeMs);
    await expectSignedIn(await openTab(browsers[0]), fan);
    for (const browser of browsers.toReversed()) {
      const page = await openTab(browser);
      await expect(page).toHaveURL(/\/login\?next=%2Fme$/);
    }
  },
);
