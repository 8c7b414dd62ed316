import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { inApp, openPage } from '#/fixtures/in-app.ts';
import type { Fan } from '#/fixtures/register-fan.ts';

/** Choices of the simulator, as its address names them: platform, transport, path, user, theme, `fault.goBack` … */
export type HostChoices = Readonly<Record<string, string>>;

/** What the host says of a fan who is signed in to it. */
export function hostUserOf(fan: Fan) {
  const { token, passport: passportToken, accountId, nickname, email } = fan;
  return { token, passportToken, accountId, nickname, email };
}

/** The host simulator at /dev/host, with the app in its phone. */
export class HostSimulator {
  /** The app in the web view. */
  readonly app: FrameLocator;
  /** The host's own bar above the web view. */
  readonly headerBack: Locator;
  readonly openAgain: Locator;
  /** The user that the host reports as signed in. */
  readonly signedIn: Locator;
  private readonly page: Page;
  private readonly messages: Locator;

  constructor(page: Page) {
    this.page = page;
    this.app = page.frameLocator('iframe');
    const phone = page.getByRole('region', { name: 'Phone' });
    this.headerBack = phone.getByRole('button', { name: 'Back', exact: true });
    this.openAgain = phone.getByRole('button', { name: 'Open Lightstick' });
    this.signedIn = page.getByRole('combobox', { name: 'Signed-in fan, according to the host' });
    this.messages = page.getByRole('list', { name: 'Messages, the newest first' }).getByRole('listitem');
  }

  /** Opens the simulator with the fan signed in to the host, when there is one. */
  async open(choices: HostChoices, fan?: Fan): Promise<void> {
    if (fan) {
      await this.page.addInitScript((user) => {
        sessionStorage.setItem('lightstick.dev.fan', JSON.stringify(user));
      }, hostUserOf(fan));
    }
    const query = new URLSearchParams({ ...(fan && { user: 'fan' }), ...choices });
    await openPage(this.page, `/dev/host?${query.toString()}`);
  }

  /** Waits until the app has taken the place of a screen that the server drew in the web view. Returns its frame. */
  async entered(): Promise<Frame> {
    await expect(this.app.getByRole('heading', { level: 1 })).toBeVisible();
    const frame = this.frame();
    await inApp(frame);
    return frame;
  }

  /** Messages in the log, such as `goBack request` or `getUserInfo answer`. */
  message(text: string): Locator {
    return this.messages.filter({ hasText: text });
  }

  /** A control of the host, found by what it is called. */
  choice(group: 'Theme of the host' | 'Language of the host', name: string): Locator {
    return this.page.getByRole('group', { name: group }).getByText(name, { exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Where the app is, as its web view says. */
  get address(): Locator {
    return this.page.getByRole('paragraph').filter({ hasText: /^Address: / });
  }

  /** What the app keeps as long as its web view lives. */
  async readKept(key: 'token' | 'passportToken' | 'userInfo'): Promise<string | null> {
    return this.frame().evaluate((name) => sessionStorage.getItem(name), key);
  }

  frame(): Frame {
    const frame = this.page.frames().find((one) => one.parentFrame() !== null);
    if (!frame) throw new Error('The web view is closed.');
    return frame;
  }
}
