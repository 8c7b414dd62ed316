import type { Locator, Page } from '@playwright/test';
import { securityWords } from './security-words.ts';

type Language = keyof typeof securityWords;
type Button =
  | 'savePassword'
  | 'saveEmail'
  | 'signEmail'
  | 'changePassword'
  | 'setPassword'
  | 'changeEmail'
  | 'addEmail'
  | 'setNew'
  | 'goOn'
  | 'retry';
type PasswordName = 'newPassword' | 'oldPassword' | 'password';

/** What a fan signs in with: the screen that changes it, and the one for a forgotten password. */
export class SecurityScreen {
  readonly words: (typeof securityWords)[Language];
  readonly email: Locator;
  readonly newEmail: Locator;
  readonly code: Locator;
  readonly sendCode: Locator;
  readonly sheet: Locator;
  private readonly page: Page;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.words = securityWords[language];
    this.email = page.getByLabel(this.words.email, { exact: true });
    this.newEmail = page.getByLabel(this.words.newEmail, { exact: true });
    this.code = page.getByRole('textbox', { name: this.words.code, exact: true });
    this.sendCode = page.getByRole('button', { name: this.words.sendCode });
    this.sheet = page.getByRole('dialog');
  }

  async open(): Promise<void> {
    await this.page.goto('/my-security');
  }

  async press(button: Button): Promise<void> {
    await this.page.getByRole('button', { name: this.words[button], exact: true }).click();
  }

  async chooseCode(): Promise<void> {
    await this.sheet.getByRole('group').getByText(this.words.byCode, { exact: true }).click();
  }

  passwordField(name: PasswordName): Locator {
    return this.page.getByRole('textbox', { name: this.words[name], exact: true });
  }

  /** A row of what the fan signs in with, by what it says. */
  row(text: string): Locator {
    return this.page.getByRole('main').getByRole('listitem').filter({ hasText: text });
  }
}
