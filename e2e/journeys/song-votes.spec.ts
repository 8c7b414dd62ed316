import { violations } from '#/fixtures/accessibility.ts';
import { lengthenPreviews } from '#/fixtures/lengthen-previews.ts';
import { loseAnswers } from '#/fixtures/lose-answer.ts';
import { nominatingEvent } from '#/fixtures/nominating-event.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { orderWordsIn } from '#/pages/order-words.ts';
import { songWordsIn } from '#/pages/song-words.ts';
import { wordsIn } from '#/pages/words.ts';

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = songWordsIn[language];

    test('a fan finds a song of the final, hears it, votes for it and keeps the receipt', async ({ given, visit }) => {
      const page = await visit.as(await given.fan({ votes: 20 }));
      await lengthenPreviews(page);
      await page.goto('/snh48vote/list');
      const rows = page.getByRole('tabpanel').getByRole('listitem');
      await expect(page.getByRole('tab', { name: words.inFinal })).toHaveAttribute('aria-selected', 'true');
      await expect(rows).toHaveCount(10);
      await page.getByRole('searchbox', { name: words.search }).fill(words.wanted);
      await expect(rows).toHaveCount(1);
      expect(await violations(page), 'what axe finds').toEqual([]);
      await rows.getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.wanted);

      await page.getByRole('button', { name: words.play }).click();
      await expect(page.getByRole('button', { name: words.stop })).toBeVisible();
      await expect(page.getByRole('progressbar', { name: words.previewProgress })).not.toHaveAttribute(
        'aria-valuenow',
        '0',
      );
      await page.getByRole('button', { name: words.stop }).click();
      await expect(page.getByRole('button', { name: words.play })).toBeVisible();
      expect(await violations(page), 'what axe finds').toEqual([]);

      await page.getByRole('button', { name: words.voteFor(words.wanted) }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: '10', exact: true }).click();
      expect(await violations(page), 'what axe finds').toEqual([]);
      await sheet.getByRole('button', { name: words.cast(10) }).click();
      await expect(sheet.getByText(words.counted(10))).toBeVisible();
      await sheet.getByRole('button', { name: words.receipt, exact: true }).click();
      await expect(sheet.locator(':focus').getByRole('definition').first(), 'the receipt has the focus').toBeVisible();
      await sheet.getByRole('button', { name: wordsIn[language].done, exact: true }).click();

      await page.goto('/snh48vote/center');
      const mine = page.getByRole('region', { name: words.mine });
      await expect(mine.getByRole('listitem')).toHaveCount(1);
      await mine.getByRole('button', { name: words.receiptOf(words.wanted, 10) }).click();
      await expect(sheet.getByRole('heading', { name: words.receipt })).toBeVisible();
      expect(await violations(page), 'what axe finds').toEqual([]);
    });
  });
}

test('songs are nominated free, from the list and from their page, once a day', async ({ product, given, visit }) => {
  await using _event = await nominatingEvent(product);
  const words = songWordsIn.en_US;
  const page = await visit.as(await given.fan());
  await page.goto('/snh48vote/list');
  await expect(page.getByRole('tab', { name: words.allSongs })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: words.nominate(words.wanted) }).click();
  const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: words.wanted });
  await expect(row.getByText(words.nominated, { exact: true })).toBeFocused();
  await expect(row).toContainText('1 nomination');
  await page.getByRole('tab', { name: words.inFinal }).click();
  await expect(page.getByText(words.noneNominated)).toBeVisible();

  await page.goto('/snh48vote/song-detail?songId=spring-rings');
  const labels = page.getByRole('region', { name: 'The song' }).getByRole('term');
  await expect(labels.getByText('Rank in nominations', { exact: true })).toBeVisible();
  await expect(labels.getByText('Nominations', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: words.nominate('Rings') }).click();
  await expect(page.getByText(words.nominatedToday)).toBeVisible();
  expect(await violations(page), 'what axe finds').toEqual([]);
  await page.goto('/snh48vote/center');
  await expect(page.getByRole('region', { name: words.mine }).getByRole('listitem')).toHaveCount(2);
});

test('a fan without votes for the final buys some on the way, and comes back to vote', async ({ given, visit }) => {
  const words = songWordsIn.en_US;
  const { buyGlow, payForGlow, received } = orderWordsIn.en_US;
  const page = await visit.as(await given.fan({ points: 500 }));
  await page.goto('/snh48vote/song-detail?songId=late-again');
  await page.getByRole('button', { name: words.voteFor(words.wanted) }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('link', { name: words.getVotes }).click();
  await page.getByRole('tab', { name: words.votePacks }).click();
  await page.getByRole('button', { name: buyGlow }).click();
  await sheet.getByRole('button', { name: payForGlow }).click();
  await expect(sheet.getByText(received)).toBeVisible();
  await sheet.getByRole('button', { name: wordsIn.en_US.done, exact: true }).click();
  await page.goBack();
  await page.getByRole('button', { name: words.voteFor(words.wanted) }).click();
  await expect(sheet.getByText('You have 110 votes.')).toBeVisible();
});

test(
  'a vote for a song whose answer was lost is asked for again and counts once',
  { tag: '@system' },
  async ({ given, visit }) => {
    const words = songWordsIn.en_US;
    const page = await visit.as(await given.fan({ votes: 20 }), { tolerates: [/ERR_CONNECTION_RESET/] });
    await page.goto('/snh48vote/song-detail?songId=late-again');
    await page.getByRole('button', { name: words.voteFor(words.wanted) }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: '10', exact: true }).click();
    const lost = await loseAnswers(page, '/activity/api/v1/vote/doSongVote');
    await sheet.getByRole('button', { name: words.cast(10) }).click();
    await sheet.getByRole('button', { name: 'Ask again' }).click();
    await expect(sheet.getByText(words.counted(10))).toBeVisible();
    expect(new Set(lost.keys).size).toBe(1);
    await sheet.getByRole('button', { name: wordsIn.en_US.done, exact: true }).click();
    await expect(page.getByRole('region', { name: 'The song' })).toContainText('Yours10');
  },
);
