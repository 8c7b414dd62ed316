import { injectWallet } from '#/fixtures/injected-wallet.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { loadPage, openPage, reloadPage } from '#/fixtures/in-app.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { violations } from '#/fixtures/accessibility.ts';
import { looks, shots, takesPictures } from '#/looks.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { goTo } from '#/pages/navigation.ts';
import { says } from '#/pages/texts.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { WalletSheet } from '#/pages/wallet-sheet.ts';

const words = textsIn.en_US;
const say = says.en_US;

test('a stranger who taps Vote signs up, is welcomed, and finds the sheet of that idol open', async ({
  product,
  visit,
}) => {
  const page = await visit.anonymously();
  const idol = await lastIdol(product.address);
  const screen = new VoteScreen(page, words);
  const sheet = new VoteSheet(page, words);
  await screen.open();
  await screen.openSheet(idol.name);

  const email = newEmail();
  const login = new LoginScreen(page, words);
  await expect(page.getByRole('heading', { level: 1 }), 'signing up is offered first').toHaveText(say('login.join'));
  await expect(page.getByRole('navigation', { name: say('nav.label') }), 'and the way back').toBeVisible();
  await login.signUp({ email, nickname: 'Hana' }, () => mailedCode(product.address, email));
  await expect(page.getByText(say('login.welcome', { nickname: 'Hana' }))).toBeVisible();
  await expect(sheet.dialog).toContainText(idol.name);
  await sheet.cast.click();
  await expect(sheet.counted).toContainText('3');
  await sheet.done.click();
  await expect(sheet.dialog).toBeHidden();
  // A browser may know the address a moment later than the page, and reloads what it knows.
  await expect(page).not.toHaveURL(/vote=/);
  await reloadPage(page);
  await expect(screen.ranking).toBeVisible();
  await expect(sheet.dialog, 'a closed sheet stays closed').toBeHidden();
});

test(
  'a stranger who signs up with a wallet is welcomed as well, and finds the sheet open',
  { tag: '@system' },
  async ({ product, visit }) => {
    const page = await visit.anonymously();
    await injectWallet(page);
    const idol = await lastIdol(product.address);
    const screen = new VoteScreen(page, words);
    await screen.open();
    await screen.openSheet(idol.name);
    await page.getByRole('button', { name: words.walletSignIn }).click();
    await new WalletSheet(page, words).choose('Test Wallet');
    await expect(page.getByText(new RegExp(`^${say('login.welcome', { nickname: '.+' })}$`))).toBeVisible();
    await expect(new VoteSheet(page, words).dialog).toContainText(idol.name);
  },
);

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const sayHere = says[language];

    for (const path of ['/me', '/my-assets', '/support-record']) {
      test(
        `a stranger at ${path} has the way back to where they came from, and the bar`,
        { tag: '@system' },
        async ({ visit }) => {
          const page = await visit.anonymously();
          await openPage(page, '/mall');
          const back = page.getByRole('link', { name: sayHere('nav.back'), exact: true });
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await openPage(page, path);
          await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
          await expect(page.getByRole('navigation', { name: sayHere('nav.label') })).toBeVisible();
          await expect(back).toBeVisible();
          expect(await violations(page), 'what axe finds').toEqual([]);
          if (takesPictures)
            await page.screenshot({ path: `${shots}/login-${path.slice(1)}-${language}-${theme}.png` });
          await back.click();
          await expect(page).toHaveURL('/mall');
        },
      );
    }
  });
}

test(
  'a stranger who taps Me on home comes back to home, and home is the way back without another',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously();
    const back = page.getByRole('link', { name: say('nav.back'), exact: true });
    await openPage(page, '/');
    await goTo(page, words, 'me');
    await expect(page).toHaveURL('/login?next=%2Fme');
    await back.click();
    await expect(page).toHaveURL('/');

    const straight = await visit.anonymously();
    await openPage(straight, '/my-assets');
    await straight.getByRole('link', { name: say('nav.back'), exact: true }).click();
    await expect(straight).toHaveURL('/');
  },
);

test('“Join and vote” on home opens Sign up', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/');
  await page.getByRole('link', { name: say('home.join') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('login.join'));
  await expect(page.getByRole('group', { name: words.way }).getByRole('radio', { name: words.signUp })).toBeChecked();
});

test(
  'a stranger who taps Vote on a song signs up and finds the sheet of that song open',
  { tag: '@system' },
  async ({ product, visit }) => {
    const page = await visit.anonymously();
    await openPage(page, '/snh48vote/home');
    const first = page
      .getByRole('list', { name: say('songs.top') })
      .getByRole('button', { name: say.withAny('songs.voteFor', ['title']) })
      .first();
    const title = (await first.getAttribute('aria-label')) ?? '';
    await first.click();
    const email = newEmail();
    await new LoginScreen(page, words).signUp({ email, nickname: 'Hana' }, () => mailedCode(product.address, email));
    await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('link', { name: say('vote.earnPoints') })).toBeVisible();
  },
);

test('a reload keeps the sheet open, with the amount that the address names or the fan has chosen', async ({
  product,
  given,
  visit,
}) => {
  const page = await visit.as(await given.fan({ votes: 20 }));
  const idol = await lastIdol(product.address);
  const sheet = new VoteSheet(page, words);
  await openPage(page, `/vote-activity?vote=${idol.idolId}&num=7`);
  await expect(sheet.cast).toHaveText(say('vote.cast', { count: 7 }));
  await sheet.amount.fill('12');
  await expect(page).toHaveURL(/[?&]num=12(&|$)/);
  await reloadPage(page);
  await expect(sheet.dialog).toContainText(idol.name);
  await expect(sheet.cast).toHaveText(say('vote.cast', { count: 12 }));
});

test('home and the fan’s page show the free votes of the day until they are used', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan();
  const page = await visit.as(fan);
  const free = page.getByRole('link', { name: say('freeVotes.today', { count: 3 }) });
  await openPage(page, '/');
  await expect(free).toBeVisible();
  await openPage(page, '/me');
  await free.click();
  await expect(page).toHaveURL(/\/vote-activity\?activityId=/);
  await given.vote(fan, { idolId: (await lastIdol(product.address)).idolId, num: 3 });
  await loadPage(page, '/me');
  await expect(page.getByText(new RegExp(`^${say('freeVotes.next', { when: '' })}`))).toBeVisible();
  await expect(free).toBeHidden();
});

test('a link to a team opens the ranking with her alone, and the address follows the choice', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/vote-activity?team=grove');
  const teams = page.getByRole('group', { name: say('teams.label') });
  const grove = teams.getByRole('button', { name: 'Team Grove' });
  await expect(grove).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-row]')).toHaveCount(6);
  await teams.getByRole('button', { name: say('teams.all') }).click();
  await expect(page).toHaveURL(/\/vote-activity$/);
  await expect(page.locator('[data-row]')).not.toHaveCount(6);
});

test('a stranger reads on home how many votes are free', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/');
  const free = page.getByRole('link').filter({ hasText: say('home.joinFreeVotes', { count: 3 }) });
  await expect(free, 'on the stage, where she can press').toBeInViewport();
});

test('a name among those chasing the top three opens the idol’s page', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/');
  const chasing = page.getByRole('region', { name: say('home.chasing') }).getByRole('listitem');
  const link = chasing.first().getByRole('link');
  await expect(link).toHaveText(/\S/);
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page).toHaveURL(/\/idol\?/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});
