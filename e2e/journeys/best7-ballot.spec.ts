import type { Page } from '@playwright/test';
import { asBuilt } from '#/fixtures/as-built.ts';
import { violations } from '#/fixtures/accessibility.ts';
import { idolsIn } from '#/fixtures/idols.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { loseAnswers, loseRequests } from '#/fixtures/lose-answer.ts';
import { expect, test } from '#/fixtures/test.ts';
import { Best7Screen } from '#/pages/best7-screen.ts';
import { says, textsOf } from '#/pages/texts.ts';

/** The words by which a fan finds their way through casting a Best 7 ballot. */
const best7WordsIn = textsOf({
  choose: 'best7.choose',
  chooseMore: (say) => say('best7.chooseMore', { count: 7 }),
  cast: 'best7.cast',
  counted: 'best7.counted',
  done: 'common.done',
  today: 'best7.todayTitle',
  results: 'best7.soFar',
  firstIsYours: (say) => say('best7.yours', { place: 1, points: 7 }),
  myBallots: 'best7.myBallots',
  ballots: 'ballots.title',
  castOn: (say) => say.withAny('ballots.castAt', ['at']),
  place: (say) => (place: number, name: string) => say('best7.placeOf', { place, name, points: 8 - place }),
});

type Best7Words = (typeof best7WordsIn)['en_US' | 'zh_TW'];

async function choose(page: Page, words: Best7Words, names: readonly string[]): Promise<void> {
  await openPage(page, '/best7');
  await expect(page.getByRole('button', { name: words.chooseMore })).toBeDisabled();
  const picker = page.getByRole('region', { name: words.choose });
  for (const name of names) await picker.getByRole('button', { name }).click();
  await page.getByRole('button', { name: words.cast, exact: true }).click();
}

test.describe('in zh_TW, dark', () => {
  test.use({ language: 'zh_TW', theme: 'dark' });

  test('a fan casts the ballot of today, sees it counted, and finds it among their ballots', async ({
    product,
    given,
    visit,
  }) => {
    const words = best7WordsIn.zh_TW;
    const seven = (await idolsIn(product.address, 'zh_TW')).slice(-7).map(({ name }) => name);
    const page = await visit.as(await given.fan(), { tolerates: [/ERR_INTERNET_DISCONNECTED/] });
    await choose(page, words, seven);
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('listitem')).toContainText(seven);
    expect(await violations(page), 'what axe finds').toEqual([]);
    await sheet.getByRole('button', { name: words.cast }).click();
    await expect(sheet.getByText(words.counted)).toBeVisible();
    await sheet.getByRole('button', { name: words.done }).click();

    const today = page.getByRole('region', { name: words.today });
    const faces = today.getByRole('listitem');
    await expect(faces).toContainText(seven.map((name, index) => words.place(index + 1, name)));
    await expect(page.getByRole('button', { name: words.cast })).toHaveCount(0);
    await expect(page.getByRole('timer')).toBeVisible();
    const results = page.getByRole('region', { name: words.results });
    const mend = await cutCall(page, '/vote/best7');
    await reloadPage(page);
    await expect(faces, 'without a connection the ballot is shown, and not another one to make').toHaveCount(7);
    await expect(page.getByRole('region', { name: words.choose })).toHaveCount(0);
    await mend();
    await reloadPage(page);
    await results.getByRole('button').click();
    await expect(results.getByRole('listitem').filter({ hasText: seven[0] ?? '' })).toContainText(words.firstIsYours);
    expect(await violations(page), 'what axe finds').toEqual([]);

    await today.getByRole('link', { name: words.myBallots }).click();
    // The screen of today's ballot says the same sentence, so the heading has to come first.
    await expect(page.getByRole('heading', { name: words.ballots, level: 1 })).toBeVisible();
    await expect(page.getByText(words.castOn)).toBeVisible();
    await expect(page.getByText(words.place(7, seven[6] ?? ''))).toBeAttached();
    expect(await violations(page), 'what axe finds').toEqual([]);
  });
});

test(
  'a ballot whose answer was lost is sent again unchanged and cast once, also after the order was changed',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const words = best7WordsIn.en_US;
    const seven = (await idolsIn(product.address, 'en_US')).slice(0, 7).map(({ name }) => name);
    const page = await visit.as(await given.fan(), { tolerates: [/ERR_CONNECTION_RESET/] });
    const lost = await loseAnswers(page, '/activity/api/v1/vote/doBest7Vote');
    await choose(page, words, seven);
    // Otherwise a refetch would show that the ballot is cast.
    await loseRequests(page, '/vote/best7?*', Number.POSITIVE_INFINITY);
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: words.cast }).click();
    const askAgain = sheet.getByRole('button', { name: says.en_US('best7.askAgain') });
    await expect(askAgain).toBeVisible();
    expect(await violations(page), 'what axe finds').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    const screen = new Best7Screen(page);
    const first =
      (await screen
        .tile(seven[0] ?? '')
        .locator('img')
        .getAttribute('src')) ?? '';
    await screen.button('up', seven[1] ?? '').click();
    await page.getByRole('button', { name: words.cast, exact: true }).click();
    const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/doBest7Vote', async (route) => {
      await seen;
      await route.fallback();
    });
    await askAgain.click();
    await expect(sheet.getByRole('listitem'), 'the ballot that is on its way').toContainText(seven);
    await expect(askAgain).toHaveAttribute('aria-busy', 'true');
    goOn();
    await expect(sheet.getByText(words.counted)).toBeVisible();
    await expect(sheet.locator('img').nth(5), 'the first in the middle of the front row').toHaveAttribute('src', first);
    expect(lost.keys).toHaveLength(2);
    expect(new Set(lost.keys).size).toBe(1);
  },
);

test(
  'before the poll opens and after it has ended nothing can be cast, and the result is final',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously();
    let state = 'scheduled';
    await asBuilt(page);
    await page.route('**/vote/best7?*', async (route) => {
      const response = await route.fetch();
      const envelope = (await response.json()) as { data: { poll: object } };
      const poll = { ...envelope.data.poll, state };
      await route.fulfill({ response, json: { ...envelope, data: { poll } } });
    });
    const signIn = page.getByRole('link', { name: says.en_US('best7.signIn') });
    await openPage(page, '/best7');
    await expect(page.getByText(says.en_US('best7.opensIn'))).toBeVisible();
    await expect(page.getByText(says.en_US('best7.keptUntilOpen'))).toBeVisible();
    await expect(signIn).toHaveCount(0);

    state = 'final';
    await reloadPage(page);
    await expect(page.getByText(says.en_US('best7.finalText'))).toBeVisible();
    await expect(page.getByRole('heading', { name: says.en_US('best7.finalResult') })).toBeVisible();
    await expect(page.getByRole('heading', { name: says.en_US('best7.order') })).toHaveCount(0);

    state = 'open';
    await reloadPage(page);
    await expect(signIn).toHaveAttribute('href', '/login?next=%2Fbest7');
  },
);
