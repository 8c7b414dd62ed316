import type { Locator, Page } from '@playwright/test';
import { openPage } from '#/fixtures/in-app.ts';
import { settled } from '#/fixtures/settled.ts';
import { textsOf } from '#/pages/texts.ts';

/** The words of what a fan signs in with, as a fan reads them. */
const securityWords = textsOf({
  forgot: 'forgotPassword.title',
  setNew: 'forgotPassword.set',
  isSet: 'forgotPassword.done',
  goOn: 'login.goOn',
  newPassword: 'security.newPassword',
  oldPassword: 'security.oldPassword',
  password: 'account.password',
  byCode: 'security.byCode',
  email: 'account.email',
  newEmail: 'security.newEmail',
  emailMissing: { en_US: 'Please enter Email', zh_TW: '請輸入電子郵件' },
  code: 'account.code',
  ownCode: 'security.ownCode',
  setPasswordText: 'security.setPasswordText',
  setPasswordNow: 'security.setPassword',
  sendCode: 'account.sendCode',
  savePassword: 'security.savePassword',
  saveEmail: 'security.saveEmail',
  signEmail: 'security.signEmail',
  changePassword: { en_US: 'Change · Password', zh_TW: '變更 · 密碼' },
  setPassword: { en_US: 'Set · Password', zh_TW: '設定 · 密碼' },
  changeEmail: { en_US: 'Change · Email', zh_TW: '變更 · 電子郵件' },
  addEmail: { en_US: 'Add · Email', zh_TW: '新增 · 電子郵件' },
  passwordChanged: 'security.passwordChanged',
  emailChanged: 'security.emailChanged',
  wrongPassword: { en_US: 'Wrong password.', zh_TW: '密碼不正確。' },
  wrongCode: {
    en_US: 'The code is wrong or has expired. Check your latest email.',
    zh_TW: '驗證碼錯誤或已過期，請查看最新的郵件。',
  },
  weak: { en_US: 'This password is too easy to guess.', zh_TW: '這個密碼太容易被猜到' },
  taken: 'security.refused.emailTaken',
  unchanged: { en_US: 'This is already your email.', zh_TW: '這已經是你目前的電子郵件。' },
  declined: { en_US: 'Your wallet declined', zh_TW: '錢包未同意' },
  noAccount: { en_US: 'No Lightstick account with this address', zh_TW: '這個電子郵件沒有 Lightstick 帳號' },
  passwordNotice: { en_US: 'Your Lightstick password was changed', zh_TW: '你的 Lightstick 密碼已變更' },
  emailNotice: { en_US: 'Your Lightstick email was changed', zh_TW: '你的 Lightstick 電子郵件已變更' },
  notLoaded: 'mySecurity.loadError',
  retry: 'common.retry',
});

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
  readonly ownCode: Locator;
  readonly sendCode: Locator;
  readonly sheet: Locator;
  private readonly page: Page;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.words = securityWords[language];
    this.email = page.getByLabel(this.words.email, { exact: true });
    this.newEmail = page.getByLabel(this.words.newEmail, { exact: true });
    this.code = page.getByRole('textbox', { name: this.words.code, exact: true });
    this.ownCode = page.getByRole('textbox', { name: this.words.ownCode, exact: true });
    this.sendCode = page.getByRole('button', { name: this.words.sendCode });
    this.sheet = page.getByRole('dialog');
  }

  async open(): Promise<void> {
    await openPage(this.page, '/my-security');
  }

  button(name: Button): Locator {
    return this.page.getByRole('button', { name: this.words[name], exact: true });
  }

  /** Presses a button, and waits for what it starts. */
  async press(name: Button): Promise<void> {
    await this.button(name).click();
    await settled(this.page);
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
