import type { CDPSession, Locator, Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { says } from '#/pages/texts.ts';

/** The photocard of the main idol, on a device whose posture the test sets. */
class Photocard {
  readonly card: Locator;
  private readonly page: Page;
  private readonly devTools: CDPSession;

  private constructor(page: Page, devTools: CDPSession) {
    this.page = page;
    this.devTools = devTools;
    this.card = page.getByRole('main').locator('.photocard');
  }

  static async openFor(page: Page, address = '/me'): Promise<Photocard> {
    // A phone's browser has them from the start; the one of the tests withholds the events without.
    await page.context().grantPermissions(['accelerometer', 'gyroscope']);
    const photocard = new Photocard(page, await page.context().newCDPSession(page));
    await openPage(page, address);
    await expect(photocard.card).toBeInViewport();
    return photocard;
  }

  /** Holds the device so, and waits until the page has heard of it. */
  async hold(posture: { readonly beta: number; readonly gamma: number }): Promise<void> {
    let isHeard = false;
    const heard = this.page.evaluate(
      (gamma) =>
        new Promise<void>((resolve) => {
          addEventListener('deviceorientation', function listen(event) {
            if (Math.round(event.gamma ?? 0) !== gamma) return;
            removeEventListener('deviceorientation', listen);
            // After all others that listen to the event.
            setTimeout(resolve);
          });
        }),
      posture.gamma,
    );
    const hear = heard.then(() => {
      isHeard = true;
    });
    // A sensor that has just been started misses what is set at that moment, and tells only what differs.
    let alpha = 0;
    const send = async () => {
      alpha += 5;
      await this.devTools.send('DeviceOrientation.setDeviceOrientationOverride', { alpha, ...posture });
      return isHeard;
    };
    await expect.poll(send).toBe(true);
    await hear;
  }

  /** The share of the full tilt to the right, from -0.5 to 0.5; empty before anything has moved the card. */
  tiltX(): Promise<string> {
    return this.card.evaluate((card) => (card as HTMLElement).style.getPropertyValue('--tilt-x'));
  }
}

/** Makes the browser ask for the sensor as iOS does, and counts how often the page asks. */
async function askAsIos(page: Page, answer: 'granted' | 'denied'): Promise<void> {
  await page.addInitScript((given) => {
    const asked = { times: 0 };
    const requestPermission = () => {
      asked.times += 1;
      return Promise.resolve(given);
    };
    Object.assign(globalThis, { asked });
    // A blank page has no sensors.
    if ('DeviceOrientationEvent' in globalThis) Object.assign(DeviceOrientationEvent, { requestPermission });
  }, answer);
}

const timesAsked = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { asked: { times: number } }).asked.times);

const say = says.en_US;

test.describe('where people like motion', () => {
  test.use({ motion: 'full' });

  test('a photocard tilts with a phone, and lies straight again when it comes back into sight', async ({
    given,
    visit,
  }) => {
    const page = await visit.as(await given.regular());
    const photocard = await Photocard.openFor(page);
    await expect(async () => {
      await photocard.hold({ beta: 40, gamma: 0 });
      await photocard.hold({ beta: 40, gamma: 30 });
      expect(Number(await photocard.tiltX()), 'to the right').toBeGreaterThan(0.2);
    }, 'once the part that moves it is loaded').toPass();
    await expect(page.getByRole('button', { name: say('following.tilt') }), 'nothing to ask').toHaveCount(0);
    await photocard.hold({ beta: 40, gamma: -45 });
    expect(Number(await photocard.tiltX()), 'to the left').toBeLessThan(-0.2);

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(photocard.card).not.toBeInViewport();
    await expect.poll(() => photocard.tiltX(), 'out of sight').toBe('0.00');
    await photocard.hold({ beta: 40, gamma: 20 });
    expect(await photocard.tiltX(), 'the sensor is not read').toBe('0.00');
  });

  for (const { language, theme } of looks) {
    test(`iOS is asked for the sensor by a button alone (${language}, ${theme})`, async ({ given, visit }) => {
      const page = await visit.as(await given.regular(), { language, theme });
      await askAsIos(page, 'granted');
      await reloadPage(page);
      const photocard = await Photocard.openFor(page);
      const button = page.getByRole('main').getByRole('button', { name: says[language]('following.tilt') });
      await expect(button).toBeVisible();
      await expect
        .poll(async () => (await button.boundingBox())?.height, 'a finger finds it')
        .toBeGreaterThanOrEqual(44);
      expect(await violations(page)).toEqual([]);
      await photocard.hold({ beta: 40, gamma: 30 });
      expect(await photocard.tiltX(), 'before the answer').toBe('');
      expect(await timesAsked(page)).toBe(0);

      await button.click();
      await expect(button).toHaveCount(0);
      await photocard.hold({ beta: 40, gamma: 30 });
      await photocard.hold({ beta: 40, gamma: 60 });
      expect(Number(await photocard.tiltX()), 'from the posture at the answer').toBeGreaterThan(0.2);

      await openPage(page, '/');
      await openPage(page, '/me');
      await expect(photocard.card).toBeInViewport();
      await expect(button, 'one answer lasts').toHaveCount(0);
      expect(await timesAsked(page)).toBe(1);
    });
  }

  const rare = { tag: '@system' };

  test('a fan who refuses the sensor is not asked again, and keeps a still card', rare, async ({ given, visit }) => {
    const page = await visit.as(await given.regular());
    await askAsIos(page, 'denied');
    await reloadPage(page);
    const photocard = await Photocard.openFor(page);
    const button = page.getByRole('main').getByRole('button', { name: say('following.tilt') });
    await button.click();
    await expect(button).toHaveCount(0);
    await photocard.hold({ beta: 40, gamma: 30 });
    expect(await photocard.tiltX()).toBe('');
    await openPage(page, '/');
    await openPage(page, '/me');
    await expect(photocard.card).toBeInViewport();
    await expect(button, 'one answer lasts').toHaveCount(0);
    expect(await timesAsked(page)).toBe(1);
  });

  test('a photocard lies still inside a host app', rare, async ({ given, visit }) => {
    const page = await visit.as(await given.regular());
    const chunk = page.waitForResponse(/photocard-motion/);
    const photocard = await Photocard.openFor(page, '/me?platform=app');
    await (await chunk).finished();
    await photocard.hold({ beta: 40, gamma: 0 });
    await photocard.hold({ beta: 40, gamma: 30 });
    expect(await photocard.tiltX()).toBe('');
  });
});

test.describe('under a mouse', () => {
  test.use({
    motion: 'full',
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
  });

  test('a photocard tilts towards it, and lies straight once it has left', async ({ given, visit }) => {
    const page = await visit.as(await given.regular());
    await openPage(page, '/');
    const card = page.locator('.photocard').filter({ visible: true });
    const tiltX = () => card.evaluate((shown: HTMLElement) => shown.style.getPropertyValue('--tilt-x'));
    await expect(async () => {
      await page.mouse.move(0, 0);
      await card.hover({ position: { x: 100, y: 80 } });
      expect(Number(await tiltX())).toBeGreaterThan(0.2);
    }, 'once the part that moves it is loaded').toPass();
    await page.mouse.move(0, 0);
    await expect.poll(tiltX).toBe('0.00');
  });
});

test('a photocard lies still for a fan who wants less motion', async ({ given, visit }) => {
  const page = await visit.as(await given.regular());
  const photocard = await Photocard.openFor(page);
  await photocard.hold({ beta: 40, gamma: 0 });
  await photocard.hold({ beta: 40, gamma: 30 });
  expect(await photocard.tiltX()).toBe('');
});
