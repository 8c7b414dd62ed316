import type { Frame, Locator, Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';
import { openPage } from '#/fixtures/in-app.ts';

export type NewAccount = { readonly email: string; readonly nickname: string };

/** Signing in and signing up. */
export class LoginScreen {
  readonly email: Locator;
  readonly code: Locator;
  readonly password: Locator;
  readonly nickname: Locator;
  readonly inviteCode: Locator;
  readonly continue: Locator;
  readonly mailCode: Locator;
  private readonly page: Page | Frame;
  private readonly words: ScreenTexts;

  constructor(page: Page | Frame, words: ScreenTexts) {
    this.page = page;
    this.words = words;
    this.email = page.getByLabel(words.email, { exact: true });
    this.code = page.getByLabel(words.code, { exact: true });
    this.password = page.getByRole('textbox', { name: words.password, exact: true });
    this.nickname = page.getByLabel(words.nickname, { exact: true });
    this.inviteCode = page.getByLabel(words.inviteCode, { exact: true });
    this.continue = page.getByRole('button', { name: words.continue, exact: true });
    this.mailCode = page.getByRole('button', { name: words.mailCode, exact: true });
  }

  async open(): Promise<void> {
    await openPage(this.page, '/login');
  }

  async chooseSignUp(): Promise<void> {
    await this.choose(this.words.signUp);
  }

  async chooseSignIn(): Promise<void> {
    await this.choose(this.words.signIn);
  }

  private async choose(way: string): Promise<void> {
    await this.page.getByRole('group', { name: this.words.way }).getByText(way, { exact: true }).click();
  }

  async submitSignIn(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.signIn, exact: true }).click();
  }

  async submitSignUp(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.signUp, exact: true }).click();
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submitSignIn();
  }

  /** All three steps; six digits in the code are the end of the second. */
  async signUp({ email, nickname }: NewAccount, readCode: () => Promise<string>): Promise<void> {
    await this.chooseSignUp();
    await this.email.fill(email);
    await this.continue.click();
    await this.code.fill(await readCode());
    await this.nickname.fill(nickname);
    await this.submitSignUp();
  }

  async signInByCode(email: string, readCode: () => Promise<string>): Promise<void> {
    await this.email.fill(email);
    await this.mailCode.click();
    await this.code.fill(await readCode());
  }
}
