import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { convertedTickets } from '#/fixtures/ledger-facts.ts';
import { loseAnswers } from '#/fixtures/lose-answer.ts';
import type { Product } from '#/fixtures/product.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { orderWordsIn } from '#/pages/order-texts.ts';
import { says, textsOf } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

/** What fans read in the song event, by language. */
const songWordsIn = textsOf({
  search: 'songs.search',
  inFinal: (say) => new RegExp(`^${say('songs.tab.nominated')}`),
  allSongs: (say) => new RegExp(`^${say('songs.tab.all')}`),
  wanted: { en_US: 'Late Again', zh_TW: '又遲到了' },
  play: 'songs.play',
  stop: 'songs.stop',
  previewProgress: 'songs.previewProgress',
  voteFor: (say) => (title: string) => say('songs.voteFor', { title }),
  cast: (say) => (count: number) => say('songs.cast', { count }),
  counted: (say) => (count: number) => say('songs.counted', { count }),
  receipt: 'songs.receipt',
  getVotes: 'votePack.open',
  receiptOf: (say) => (title: string, count: number) => say('songs.receiptOf', { title, count }),
  mine: 'songs.mine',
  nominate: (say) => (title: string) => say('songs.nominateOf', { title }),
  nominated: 'songs.nominated',
  nominatedToday: 'songs.nominatedToday',
  noneNominated: 'songs.noneNominated',
});

const eventId = 'spring-songs';

/**
 * Puts a song event on show whose nominations are open, with the songs of the demo under own ids; the demo's comes
 * back when it is disposed.
 */
async function nominatingEvent({ address, database }: Product): Promise<AsyncDisposable> {
  await database.query(
    `INSERT INTO song_event (id, activity_id, title, subtitle, cover_seed, time_zone, nominations_open_at,
      nominations_close_at,
       final_opens_at, final_closes_at, places, daily_cap, rules, rewards, concert, concert_starts_at, position)
     SELECT $1, activity_id, title, subtitle, cover_seed, time_zone, nominations_open_at - interval '1 day',
       now() + interval '2 days',
            now() + interval '3 days', now() + interval '5 days', places, daily_cap, rules, rewards, concert,
              concert_starts_at, 9
       FROM song_event`,
    [eventId],
  );
  await database.query(
    `INSERT INTO song (id, event_id, title, artist, story, lyrics, year, seconds, seed, position)
     SELECT 'spring-' || id, $1, title, artist, story, lyrics, year, seconds, seed, position FROM song`,
    [eventId],
  );
  const isOnShow = async (expected: boolean) => {
    const isShown = async () =>
      (await call(address, 'GET /activity/api/v1/vote/songList', {})).event?.eventId === eventId;
    await expect.poll(isShown, { intervals: [100] }).toBe(expected);
  };
  await isOnShow(true);
  return {
    async [Symbol.asyncDispose]() {
      await database.query('DELETE FROM song_nomination WHERE event_id = $1', [eventId]);
      await database.query('DELETE FROM song_event WHERE id = $1', [eventId]);
      await isOnShow(false);
    },
  };
}

const headerBytes = 44;
const times = 10;

/** Repeats the preview of a few seconds, so that it outlasts the steps of a test. */
async function lengthenPreviews(page: Page): Promise<void> {
  await page.route('**/previews/*.wav', async (route) => {
    // Without the browser's own headers, which ask for a part of it.
    const response = await route.fetch({ headers: {} });
    await route.fulfill({ contentType: 'audio/wav', body: repeat(await response.body()) });
  });
}

function repeat(wav: Buffer): Buffer {
  const sound = wav.subarray(headerBytes);
  const longer = Buffer.concat([wav.subarray(0, headerBytes), ...Array.from({ length: times }, () => sound)]);
  longer.writeUInt32LE(longer.length - 8, 4);
  longer.writeUInt32LE(longer.length - headerBytes, 40);
  return longer;
}

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = songWordsIn[language];

    test('a fan finds a song of the final, hears it, votes for it and keeps the receipt', async ({ given, visit }) => {
      const page = await visit.as(await given.fan({ votes: 20 }));
      await lengthenPreviews(page);
      await openPage(page, '/snh48vote/list');
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
      await sheet.getByRole('button', { name: textsIn[language].done, exact: true }).click();

      await openPage(page, '/snh48vote/center');
      const mine = page.getByRole('region', { name: words.mine });
      await expect(mine.getByRole('listitem')).toHaveCount(1);
      await mine.getByRole('button', { name: words.receiptOf(words.wanted, 10) }).click();
      await expect(sheet.getByRole('heading', { name: words.receipt })).toBeVisible();
      expect(await violations(page), 'what axe finds').toEqual([]);
    });
  });
}

test('a fan without votes or tickets gets a ticket and votes for a song with it, without leaving it', async ({
  given,
  visit,
}) => {
  const say = says.en_US;
  const words = songWordsIn.en_US;
  const page = await visit.as(await given.fan({ points: 60 }));
  await openPage(page, '/snh48vote/list');
  await page.getByRole('button', { name: words.voteFor(words.wanted) }).click();
  const sheet = page.getByRole('dialog', { name: words.voteFor(words.wanted) });
  await sheet.getByRole('button', { name: say('topUp.exchange', { points: 50, tickets: 1 }) }).click();
  const exchange = page.getByRole('dialog', { name: textsIn.en_US.singleTicket });
  await exchange.getByRole('button', { name: say('mall.pay', { points: 50 }) }).click();
  await exchange.getByRole('button', { name: textsIn.en_US.done, exact: true }).click();
  await sheet.getByRole('button', { name: '10', exact: true }).click();
  await expect(sheet.getByText(say('vote.usesTickets', { tickets: 1, votes: 10 }))).toBeVisible();
  await sheet.getByRole('button', { name: words.cast(10) }).click();
  await expect(page.getByRole('dialog').getByText(words.counted(10))).toBeVisible();
});

test('songs are nominated free, from the list and from their page, once a day', async ({ product, given, visit }) => {
  await using _event = await nominatingEvent(product);
  const words = songWordsIn.en_US;
  const page = await visit.as(await given.fan());
  await openPage(page, '/snh48vote/list');
  await expect(page.getByRole('tab', { name: words.allSongs })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: words.nominate(words.wanted) }).click();
  const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: words.wanted });
  await expect(row.getByText(words.nominated, { exact: true })).toBeFocused();
  await expect(row).toContainText('1 nomination');
  await page.getByRole('tab', { name: words.inFinal }).click();
  await expect(page.getByText(words.noneNominated)).toBeVisible();

  await openPage(page, '/snh48vote/song-detail?songId=spring-rings');
  const labels = page.getByRole('region', { name: says.en_US('songs.preview') }).getByRole('term');
  await expect(labels.getByText(says.en_US('songs.rankInNominations'), { exact: true })).toBeVisible();
  await expect(labels.getByText(says.en_US('songs.nominationCount'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: words.nominate('Rings') }).click();
  await expect(page.getByText(words.nominatedToday)).toBeVisible();
  expect(await violations(page), 'what axe finds').toEqual([]);
  await openPage(page, '/snh48vote/center');
  await expect(page.getByRole('region', { name: words.mine }).getByRole('listitem')).toHaveCount(2);
});

test(
  'a fan without votes for the final buys some on the way, and comes back to vote',
  { tag: '@system' },
  async ({ given, visit }) => {
    const words = songWordsIn.en_US;
    const { buyGlow, payForGlow, received } = orderWordsIn.en_US;
    const page = await visit.as(await given.fan({ points: 500 }));
    await openPage(page, '/snh48vote/song-detail?songId=late-again');
    await page.getByRole('button', { name: words.voteFor(words.wanted) }).click();
    const sheet = page.getByRole('dialog', { name: words.voteFor(words.wanted) });
    await sheet.getByRole('button', { name: words.getVotes }).click();
    await page.getByRole('button', { name: buyGlow }).click();
    await page.getByRole('button', { name: payForGlow }).click();
    await expect(page.getByText(received)).toBeVisible();
    await page.getByRole('button', { name: says.en_US('mall.goVote') }).click();
    await expect(sheet.getByText(says.en_US('songs.haveVotes', { votes: 110 }))).toBeVisible();
  },
);

test(
  'a vote for a song with tickets whose answer was lost is asked for again and counts once',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const words = songWordsIn.en_US;
    const fan = await given.fan({ tickets: 20 });
    const page = await visit.as(fan, { tolerates: [/ERR_CONNECTION_RESET/] });
    await openPage(page, '/snh48vote/song-detail?songId=late-again');
    await page.getByRole('button', { name: words.voteFor(words.wanted) }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: says.en_US('songs.amount') }).fill('95');
    await expect(sheet.getByText(says.en_US('vote.usesTickets', { tickets: 10, votes: 100 }))).toBeVisible();
    const lost = await loseAnswers(page, '/activity/api/v1/vote/doSongVote');
    await sheet.getByRole('button', { name: words.cast(95) }).click();
    await sheet.getByRole('button', { name: says.en_US('cheer.askAgain') }).click();
    await expect(sheet.getByText(words.counted(95))).toBeVisible();
    expect(await convertedTickets(product.database, fan.accountId)).toEqual([10]);
    expect(new Set(lost.keys).size).toBe(1);
    await sheet.getByRole('button', { name: textsIn.en_US.done, exact: true }).click();
    await expect(page.getByRole('region', { name: says.en_US('songs.preview') })).toContainText('Yours95');
  },
);

test(
  'the sheet of a song stays open when others vote the song off the event’s home',
  { tag: '@system' },
  async ({ product: { address }, given, visit }) => {
    const words = songWordsIn.en_US;
    const { songs } = await call(address, 'GET /activity/api/v1/vote/songList', {});
    const [, , third, fourth] = songs;
    if (!third || !fourth) throw new Error('The final has no four songs.');
    const page = await visit.as(await given.fan({ votes: 10 }));
    await openPage(page, '/snh48vote/home');
    await page.getByRole('button', { name: words.voteFor(third.title) }).click();
    const sheet = page.getByRole('dialog');
    const num = third.votes - fourth.votes + 50;
    const body = { songId: fourth.songId, num };
    await call(address, 'POST /activity/api/v1/vote/doSongVote', { body }, await given.fan({ votes: num }));
    await sheet.getByRole('button', { name: words.cast(1) }).click();
    await expect(page.locator('section[aria-labelledby=song-top]')).toContainText(fourth.title);
    await expect(page.locator('section[aria-labelledby=song-top]')).not.toContainText(third.title);
    await expect(sheet.getByText(words.counted(1))).toBeVisible();
  },
);
