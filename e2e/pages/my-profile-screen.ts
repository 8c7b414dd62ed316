import type { Locator, Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';
import { openPage } from '#/fixtures/in-app.ts';

type FileToPick = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** The fan's own profile and picture. */
export class MyProfileScreen {
  readonly nickname: Locator;
  readonly bio: Locator;
  readonly save: Locator;
  readonly sheet: Locator;
  readonly zoom: Locator;
  readonly useThis: Locator;
  readonly stopSending: Locator;
  readonly backToDrawing: Locator;
  private readonly page: Page;
  private readonly words: ScreenTexts;

  constructor(page: Page, words: ScreenTexts) {
    this.page = page;
    this.words = words;
    this.nickname = page.getByLabel(words.nickname);
    this.bio = page.getByLabel(words.profile.bio);
    this.save = page.getByRole('button', { name: words.profile.save, exact: true });
    this.sheet = page.getByRole('dialog');
    this.zoom = this.sheet.getByRole('slider');
    this.useThis = this.sheet.getByRole('button', { name: words.profile.useThis });
    this.stopSending = this.sheet.getByRole('button', { name: words.profile.stopSending });
    this.backToDrawing = page.getByRole('button', { name: words.profile.backToDrawing });
  }

  async open(): Promise<void> {
    await openPage(this.page, '/my-profile');
    await this.nickname.waitFor();
  }

  async pick(file: FileToPick): Promise<void> {
    await this.page.getByLabel(this.words.profile.change).setInputFiles(file);
  }

  async speak(language: 'English' | '繁體中文'): Promise<void> {
    await this.page.getByText(language, { exact: true }).click();
  }

  /** The address of the picture by which the fan is shown, here or on the fan's own page. */
  async picture(): Promise<string> {
    return (await this.page.locator('header img').first().getAttribute('src')) ?? '';
  }
}
