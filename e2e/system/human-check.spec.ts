import type { Page } from '@playwright/test';
import type { Language } from '@lightstick/contract';
import { call } from '#/fixtures/call.ts';
import { type Product, startProduct } from '#/fixtures/product.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { blockScript, siteKey, standInScript, startSiteVerify } from '#/fixtures/stand-in-recaptcha.ts';
import { expect, test } from '#/fixtures/test.ts';
import { type Visit, startVisits } from '#/fixtures/visit.ts';
import { languages } from '#/looks.ts';
import { HostSimulator } from '#/pages/host-simulator.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { refusalText, textsOf } from '#/pages/texts.ts';

const sendEmail = '**/wallet/api/v1/user/sendEmail*';

const sentences = textsOf({
  notLoaded: 'account.humanCheckNotLoaded',
  noToken: 'account.noRecaptchaToken',
  failed: 'account.humanCheckFailed',
});

/** Asks for a code as a newcomer does. */
async function askForCode(page: Page, language: Language = 'en_US', email = newEmail()): Promise<LoginScreen> {
  const login = new LoginScreen(page, textsIn[language]);
  await login.open();
  await login.chooseSignUp();
  await login.email.fill(email);
  await login.continue.click();
  return login;
}

/** No request for a mail may leave a page that has no token. */
function countMails(page: Page): { readonly sent: string[] } {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/user/sendEmail')) sent.push(request.url());
  });
  return { sent };
}

type Checked = { readonly product: Product; readonly visit: Visit };

/** A product with its own reCAPTCHA; Google's script and its siteverify are stood in for, and nothing else is. */
const withRecaptcha = test.extend<{ readonly checked: Checked }, { readonly recaptchaProduct: Product }>({
  recaptchaProduct: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, provide) => {
      await using siteVerify = await startSiteVerify();
      await using product = await startProduct(siteVerify.settings);
      await provide(product);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  checked: async ({ recaptchaProduct: product, browser, language, theme, motion }, provide) => {
    const visits = startVisits({ browser, address: product.address, look: { language, theme, motion } });
    await provide({ product, visit: visits });
    expect(await visits.end(), 'what went wrong in the browsers, unseen').toEqual([]);
  },
});

// One worker, with one such product, for all who need it.
test.describe.configure({ mode: 'default' });

withRecaptcha(
  'a reCAPTCHA token is requested by site key and action, and is good for one mail only',
  async ({ checked: { product, visit } }) => {
    const page = await visit.anonymously();
    const { readAsked } = await standInScript(page, 'good');
    const sending = page.waitForRequest(sendEmail);
    const email = newEmail();
    await askForCode(page, 'en_US', email);
    const query = new URL((await sending).url()).searchParams;
    expect(await mailedCode(product.address, email)).toMatch(/^\d{6}$/);
    expect(await readAsked()).toEqual([`${siteKey} register`]);

    const again = { email: newEmail(), googleRecaptchaToken: query.get('googleRecaptchaToken') ?? '' };
    await expect(call(product.address, 'GET /wallet/api/v1/user/sendEmail', { query: again })).rejects.toThrow(
      'HUMAN_CHECK_FAILED',
    );
  },
);

for (const language of languages) {
  withRecaptcha.describe(`in ${language}`, () => {
    withRecaptcha.use({ language });
    const says = sentences[language];

    withRecaptcha('a blocked script is shown as not loaded after four attempts', async ({ checked: { visit } }) => {
      const page = await visit.anonymously({ tolerates: [/ERR_BLOCKED_BY_CLIENT/] });
      const mails = countMails(page);
      const { counts } = await blockScript(page);
      await askForCode(page, language);
      await expect(page.getByRole('alert')).toContainText(says.notLoaded);
      expect(counts.loads).toBe(4);
      expect(mails.sent).toEqual([]);
    });

    withRecaptcha('a script that comes without its library is shown the same', async ({ checked: { visit } }) => {
      const page = await visit.anonymously();
      const { counts } = await standInScript(page, 'empty');
      await askForCode(page, language);
      await expect(page.getByRole('alert')).toContainText(says.notLoaded);
      expect(counts.loads).toBe(4);
    });

    withRecaptcha(
      'a check without a token after four attempts is shown as failed, and can be tried again',
      async ({ checked: { visit } }) => {
        const page = await visit.anonymously();
        const mails = countMails(page);
        const { readAsked, counts } = await standInScript(page, 'fails');
        const login = await askForCode(page, language);
        await expect(page.getByRole('alert')).toContainText(says.noToken);
        expect(await readAsked()).toHaveLength(4);
        expect(counts.loads, 'loaded once for all attempts').toBe(1);
        expect(mails.sent).toEqual([]);
        await login.continue.click();
        await expect.poll(readAsked).toHaveLength(8);
      },
    );

    withRecaptcha('a token that the server refuses is shown in words', async ({ checked: { visit } }) => {
      const page = await visit.anonymously();
      await standInScript(page, 'bad');
      await askForCode(page, language);
      await expect(page.getByRole('alert')).toContainText(refusalText('HUMAN_CHECK_FAILED', language));
    });
  });
}

test('a built-in check that cannot be loaded is shown as not loaded', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/ERR_FAILED/] });
  await page.route('**/assets/challenge.worker-*.js', (route) => route.abort());
  await askForCode(page);
  await expect(page.getByRole('alert')).toContainText(sentences.en_US.notLoaded);
});

test('a built-in check without a challenge after four attempts is shown as failed', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/ERR_FAILED/] });
  let asked = 0;
  await page.route('**/wallet/api/v1/user/humanCheckChallenge', async (route) => {
    asked += 1;
    await route.abort();
  });
  await askForCode(page);
  await expect(page.getByRole('alert')).toContainText(sentences.en_US.failed);
  expect(asked).toBe(4);
});

test('a mail is asked for as from a browser, also inside the web view of a host', async ({ visit }) => {
  const page = await visit.anonymously();
  const host = new HostSimulator(page);
  const typeOf = async (pattern: string) => (await page.waitForRequest(pattern)).headers()['x-custom-device-type'];
  const [challenge, mail] = [typeOf('**/humanCheckChallenge'), typeOf(sendEmail)];
  await host.open({ platform: 'ios', transport: 'reply', path: '/login' });
  await host.entered();
  const words = textsIn.en_US;
  await host.app.getByRole('group', { name: words.way }).getByText(words.signUp, { exact: true }).click();
  await host.app.getByLabel(words.email, { exact: true }).fill(newEmail());
  await host.app.getByRole('button', { name: words.continue, exact: true }).click();
  expect(await challenge, 'every other call').toBe('IOS');
  expect(await mail).toBe('H5');
});
