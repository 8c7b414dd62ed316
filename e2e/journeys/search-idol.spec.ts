import { violations } from '#/fixtures/accessibility.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { activityId, idolsIn, lastIdol } from '#/fixtures/idols.ts';
import { reloadPage } from '#/fixtures/in-app.ts';
import { votesOfIdol } from '#/fixtures/ledger-facts.ts';
import { settled } from '#/fixtures/settled.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { IdolSearchScreen } from '#/pages/idol-search-screen.ts';
import { tabTo } from '#/pages/tab-to.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { goTo } from '#/pages/navigation.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

/** Number 13 of the demo, by her names. */
const marin = { en_US: 'Marin So', zh_TW: '蘇瑪凜' } as const;

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = textsIn[language];

    test('an idol is found by every script, by full-width letters, by number and by team', async ({ visit }) => {
      const page = await visit.anonymously();
      const screen = new IdolSearchScreen(page, words);
      await screen.open();
      await expect(screen.idols).toHaveCount(24);
      for (const typed of [words.search.otherScript, '苏玛', words.search.fullWidth, '13', '#13']) {
        await screen.field.fill(typed);
        await expect(screen.idols, `who is found by ${typed}`).toHaveText([new RegExp(marin[language])]);
      }
      await screen.field.fill('');
      await screen.chooseTeam(words.search.team);
      await expect(screen.idols).toHaveCount(6);
      expect(await violations(page), 'what axe finds').toEqual([]);
    });

    test('the card says who she is in both scripts, and is accessible', async ({ visit }) => {
      const page = await visit.anonymously();
      const screen = new IdolSearchScreen(page, words);
      await screen.open('?q=marin');
      await screen.openCard(marin[language]);
      await expect(screen.card).toContainText(marin.en_US);
      await expect(screen.card).toContainText(marin.zh_TW);
      await expect(screen.card.getByRole('button', { name: words.voteFor })).toBeVisible();
      expect(await violations(page), 'what axe finds').toEqual([]);
    });
  });
}

const words = textsIn.en_US;

test('the address holds the search, so that a reload, going back and sharing find the same idols', async ({
  product,
  visit,
}) => {
  const page = await visit.anonymously();
  const screen = new IdolSearchScreen(page, words);
  await screen.open();
  await screen.chooseTeam(words.search.team);
  await screen.sortBy(words.search.byName);
  await screen.field.fill('e');
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ team: 'grove', sort: 'name', q: 'e' });
  // The list follows the field when there is time.
  await settled(page);
  const found = await screen.idols.allInnerTexts();
  const inOrder = (await idolsIn(product.address, 'en_US')).map(({ name }) => name).toSorted();
  const shown = found.map((text) => inOrder.find((name) => text.includes(name)) ?? text);
  expect(shown).toEqual(inOrder.filter((name) => shown.includes(name)));
  expect(shown.length).toBeGreaterThan(1);

  await reloadPage(page);
  await expect(screen.idols).toHaveText(shown.map((name) => new RegExp(name)));
  await expect(screen.field).toHaveValue('e');

  await goTo(page, words, 'mall');
  await page.goBack();
  await expect(screen.idols).toHaveText(shown.map((name) => new RegExp(name)));
});

test(
  'a search without a result says so, and one press brings all idols back',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously();
    const screen = new IdolSearchScreen(page, words);
    await screen.open('?q=zzzz&team=grove');
    await expect(page.getByText(say('search.noMatch'))).toBeVisible();
    await page.getByRole('button', { name: words.showEveryone }).click();
    await expect(screen.idols).toHaveCount(24);
    await expect(page).toHaveURL(/\/search-idol$/);
  },
);

test('a search that led to a card is kept on the device until it is cleared', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  const screen = new IdolSearchScreen(page, words);
  await screen.open();
  await expect(screen.recent).toHaveCount(0);
  await screen.field.fill('tidal');
  await expect(screen.idols).toHaveCount(6);
  await screen.openCard(marin.en_US);
  await screen.open();
  await screen.recent.getByRole('button', { name: 'tidal' }).click();
  await expect(screen.field).toHaveValue('tidal');
  await expect(screen.idols).toHaveCount(6);
  await screen.field.fill('');
  await screen.recent.getByRole('button', { name: words.search.forget }).click();
  await expect(screen.recent).toHaveCount(0);
  await screen.open();
  await expect(screen.idols).toHaveCount(24);
  await expect(screen.recent).toHaveCount(0);
});

test('a fan votes from the card, and the card tells the votes that were counted', async ({ product, given, visit }) => {
  const idol = await lastIdol(product.address);
  const page = await visit.as(await given.fan());
  const screen = new IdolSearchScreen(page, words);
  await screen.open();
  await screen.openCard(idol.name);
  await screen.card.getByRole('button', { name: words.voteFor }).click();
  const sheet = new VoteSheet(page, words);
  await sheet.cast.click();
  await expect(sheet.counted).toHaveText(say('vote.counted', { count: 3 }));
  await sheet.done.click();
  await expect(sheet.counted).toBeHidden();
  const votes = await votesOfIdol(product.database, activityId, idol.idolId);
  // Another test of the product may have left votes of this idol in quarantine, which the card shows below the count.
  const count = new RegExp(`^${votes.toLocaleString('en-US')}(?!\\d)`);
  await expect(screen.card.getByRole('definition').nth(1)).toHaveText(count);
});

test(
  'a visitor who wants to vote signs in and comes back to the search, with the vote sheet open',
  { tag: '@system' },
  async ({ given, visit }) => {
    const fan = await given.fan();
    const page = await visit.anonymously();
    const screen = new IdolSearchScreen(page, words);
    await screen.open('?q=marin');
    await screen.openCard(marin.en_US);
    await screen.card.getByRole('button', { name: words.voteFor }).click();
    const login = new LoginScreen(page, words);
    await login.chooseSignIn();
    await login.signIn(fan.email, fan.password);
    await expect(screen.idols).toHaveText([/Marin So/]);
    await expect(new VoteSheet(page, words).dialog).toContainText(marin.en_US);
  },
);

test(
  'by keyboard alone a card is opened and closed, and the focus returns to its tile',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously();
    const screen = new IdolSearchScreen(page, words);
    await screen.open('?q=marin');
    const tile = screen.idols.first().getByRole('button');
    await expect(tile).toBeVisible();
    await tabTo(tile);
    await page.keyboard.press('Enter');
    await expect(screen.card).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(screen.card).toBeHidden();
    await expect(tile).toBeFocused();
  },
);

test(
  'without a connection the search says so, and the idols come on the next try',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously({ tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
    const reconnect = await cutCall(page, '/activity/api/v1/vote/idol/getAllIdolList');
    const screen = new IdolSearchScreen(page, words);
    await screen.open();
    const alert = page.getByRole('alert').filter({ hasText: say('search.error') });
    await expect(alert).toBeVisible();
    await reconnect();
    await alert.getByRole('button', { name: words.tryAgain }).click();
    await expect(screen.idols).toHaveCount(24);
  },
);
