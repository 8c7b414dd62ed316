import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { loseAnswers, loseRequests } from '#/fixtures/lose-answer.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { deletionTexts } from '#/pages/delete-account-texts.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { type ScreenTexts, textsIn } from '#/pages/catalogue.ts';

type Site = 'X' | 'Discord';

/** The accounts that a fan has linked, and the way to the provider's page and back. */
class AccountsScreen {
  private readonly page: Page;
  private readonly words: ScreenTexts['social'];

  constructor(page: Page, { social }: ScreenTexts) {
    this.page = page;
    this.words = social;
  }

  async open(): Promise<void> {
    await openPage(this.page, '/my-accounts');
  }

  card(site: Site): Locator {
    return this.page.getByRole('region', { name: site, exact: true });
  }

  /** Walks to the sandbox's consent page, which says what it is. */
  async goToConsent(site: Site): Promise<void> {
    await this.card(site)
      .getByRole('button', { name: this.words.linkSite(site) })
      .click();
    await this.page.waitForURL(/\/dev\/social\/\w+\/authorize/);
  }

  /** Consents as an account of that name. */
  async allowAs(name: string): Promise<void> {
    await this.page.getByRole('textbox', { name: this.words.otherAccount }).fill(name);
    await this.page.getByRole('button', { name: this.words.allow, exact: true }).click();
  }

  async deny(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.deny, exact: true }).click();
  }

  async link(site: Site, name: string): Promise<void> {
    await this.goToConsent(site);
    await this.allowAs(name);
  }

  async unlink(site: Site, name: string): Promise<void> {
    await this.card(site)
      .getByRole('button', { name: this.words.unlinkOf(site) })
      .click();
    const question = this.page.getByRole('dialog', { name: this.words.unlinkTitle(name) });
    await question.getByRole('button', { name: this.words.unlink, exact: true }).click();
  }
}

/** A name at the provider that no other test uses. */
const newName = () => `fan_${randomBytes(4).toString('hex')}`;

for (const language of languages) {
  test.describe(`linking accounts in ${language}`, () => {
    test.use({ language });
    const words = textsIn[language];
    const { social } = words;

    test('a fan links X, earns what is done there, and unlinks it', async ({ given, visit }) => {
      const name = newName();
      const page = await visit.as(await given.fan());
      const tasks = new TaskScreen(page, words);
      const accounts = new AccountsScreen(page, words);

      await tasks.open();
      const [follow] = social.actions;
      const locked = await tasks.find(follow?.title ?? '');
      await expect(locked).toContainText(social.linkFirst);
      await locked.getByRole('button').click();
      await expect(accounts.card('X')).toContainText(social.sandbox);
      await accounts.goToConsent('X');
      await expect(page.getByText(social.sandbox, { exact: true })).toBeVisible();
      await accounts.allowAs(name);

      // Back where the fan came from, with nothing of the walk left in the address.
      await expect(page).toHaveURL(/\/task$/);
      await expect(page.getByText(social.linked('X'))).toBeVisible();
      await (await tasks.find(social.bindX)).getByRole('button').click();
      await expect(tasks.task(social.bindX)).toContainText(words.awarded);

      for (const action of social.actions) {
        await (await tasks.find(action.title)).getByRole('button').click();
        const sheet = page.getByRole('dialog', { name: action.title });
        await sheet.getByRole('button', { name: words.claimVisit }).click();
        await expect(sheet.getByRole('alert')).toHaveText(social.notSeen);

        const opened = page.waitForEvent('popup');
        await sheet.getByRole('link', { name: action.link }).click();
        const site = await opened;
        await expect(site.getByText(`@${name}`)).toBeVisible();
        await site.getByRole('button', { name: action.press, exact: true }).click();
        await expect(site.getByRole('button', { pressed: true })).not.toHaveCount(0);
        await site.close();

        await sheet.getByRole('button', { name: words.claimVisit }).click();
        await expect(sheet).toBeHidden();
        await expect(tasks.task(action.title)).toContainText(words.awarded);
      }

      await accounts.open();
      await expect(accounts.card('X')).toContainText(`@${name}`);
      await accounts.unlink('X', name);
      await expect(accounts.card('X')).toContainText(social.notLinked);
      await expect(accounts.card('X').getByRole('heading')).toBeFocused();
      await reloadPage(page);
      await expect(accounts.card('X')).toContainText(social.notLinked);
      // The same fan can link it again at once.
      await accounts.link('X', name);
      await expect(accounts.card('X')).toContainText(`@${name}`);
    });
  });
}

for (const language of languages) {
  test.describe(`linking and unlinking in ${language}`, () => {
    test.use({ language });
    const words = textsIn[language];
    const { social } = words;

    test('unlinking an account that was unlinked elsewhere says so', { tag: '@system' }, async ({ given, visit }) => {
      const name = newName();
      const fan = await given.fan();
      const page = await visit.as(fan);
      const accounts = new AccountsScreen(page, words);
      await accounts.open();
      await accounts.link('Discord', name);
      await expect(accounts.card('Discord')).toContainText(`@${name}`);
      const elsewhere = new AccountsScreen(await visit.as(fan), words);
      await elsewhere.open();
      await elsewhere.unlink('Discord', name);
      await expect(elsewhere.card('Discord')).toContainText(social.notLinked);

      await accounts.unlink('Discord', name);
      await expect(page.getByText(social.goneAlready)).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(accounts.card('Discord')).toContainText(social.notLinked);
      await accounts.link('Discord', name);
      await expect(accounts.card('Discord')).toContainText(`@${name}`);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('a fan who denies has linked nothing, and can start again', { tag: '@system' }, async ({ given, visit }) => {
      const name = newName();
      const page = await visit.as(await given.fan());
      const accounts = new AccountsScreen(page, words);
      await accounts.open();
      await accounts.goToConsent('Discord');
      await accounts.deny();
      await expect(page.getByRole('heading', { name: social.denied })).toBeVisible();
      expect(new URL(page.url()).search).toBe('');

      await page.getByRole('link', { name: social.toAccounts }).click();
      await expect(accounts.card('Discord')).toContainText(social.notLinked);
      await accounts.link('Discord', name);
      await expect(accounts.card('Discord')).toContainText(`@${name}`);
    });

    test(
      'an account that another fan has, or had until a moment ago, is not linked',
      { tag: '@system' },
      async ({ given, visit }) => {
        const name = newName();
        const first = await visit.as(await given.fan());
        const firstAccounts = new AccountsScreen(first, words);
        await firstAccounts.open();
        await firstAccounts.link('X', name);
        await expect(firstAccounts.card('X')).toContainText(`@${name}`);

        const second = await visit.as(await given.fan());
        const secondAccounts = new AccountsScreen(second, words);
        await secondAccounts.open();
        await secondAccounts.link('X', name);
        await expect(second.getByRole('heading', { name: social.taken })).toBeVisible();

        await firstAccounts.unlink('X', name);
        await expect(firstAccounts.card('X')).toContainText(social.notLinked);
        await secondAccounts.open();
        await secondAccounts.link('X', name);
        await expect(second.getByRole('heading', { name: social.waiting })).toBeVisible();
        await expect(second.getByRole('alert')).toContainText(social.waitingDays);
      },
    );

    test('coming back a second time, or from nowhere, links nothing', { tag: '@system' }, async ({ given, visit }) => {
      const page = await visit.as(await given.fan());
      const accounts = new AccountsScreen(page, words);
      await accounts.open();
      const came = page.waitForRequest((request) => request.url().includes('/social-callback?'));
      await accounts.link('X', newName());
      const address = (await came).url();
      await expect(page).toHaveURL(/\/my-accounts$/);

      await openPage(page, address);
      await expect(page.getByRole('alert')).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
      await openPage(page, '/social-callback');
      await expect(page.getByRole('heading', { name: social.expired })).toBeVisible();
    });
  });
}

const words = textsIn.en_US;

test(
  'a fan who is signed out on the way back from X signs in and reaches the linked accounts',
  { tag: '@system' },
  async ({ given, visit }) => {
    const fan = await given.fan();
    const page = await visit.anonymously();
    await openPage(page, '/social-callback?state=twitter.abc&code=c-1');
    const login = new LoginScreen(page, words);
    await expect(page).toHaveURL(/\/login\?next=%2Fmy-accounts$/);
    await login.signIn(fan.email, fan.password);
    await expect(page).toHaveURL(/\/my-accounts$/);
  },
);

for (const [lost, lose] of Object.entries({ answer: loseAnswers, request: loseRequests })) {
  test(
    `a link whose ${lost} is lost is found out by asking once more`,
    { tag: '@system' },
    async ({ given, visit }) => {
      const name = newName();
      const page = await visit.as(await given.fan(), { tolerates: [/net::ERR_CONNECTION_RESET/] });
      const accounts = new AccountsScreen(page, words);
      await accounts.open();
      await lose(page, '/task/api/v1/twitter/getTokenAndBind');
      await accounts.link('X', name);
      await page.getByRole('alert').getByRole('button', { name: deletionTexts.en_US.retry }).click();
      await expect(page).toHaveURL(/\/my-accounts$/);
      await expect(accounts.card('X')).toContainText(`@${name}`);
    },
  );
}
