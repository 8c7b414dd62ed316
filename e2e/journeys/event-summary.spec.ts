import { readFile } from 'node:fs/promises';
import { contract } from '@lightstick/contract';
import type { Locator, Page } from '@playwright/test';
import { asBuilt } from '#/fixtures/as-built.ts';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { comingElection } from '#/fixtures/coming-election.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { activityId } from '#/fixtures/idols.ts';
import { graceMs, testOfOwnProduct } from '#/fixtures/own-product.ts';
import type { Product } from '#/fixtures/product.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { putInHost } from '#/fixtures/stand-in-host.ts';
import { settled } from '#/fixtures/settled.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { says } from '#/pages/texts.ts';
import { type ScreenTexts, textsIn } from '#/pages/catalogue.ts';

/** What came of an event, or stands so far. */
class EventSummaryScreen {
  readonly stage: Locator;
  readonly totals: Locator;
  /** The chart's slider. What it says is its value in words. */
  readonly cursor: Locator;
  readonly card: Locator;
  readonly picture: Locator;
  private readonly page: Page;
  private readonly words: ScreenTexts;

  constructor(page: Page, words: ScreenTexts) {
    this.page = page;
    this.words = words;
    this.stage = page.locator('main header');
    this.totals = page.getByRole('region', { name: words.summary.totals });
    this.cursor = page.getByRole('slider', { name: words.summary.cursor });
    this.card = page.getByRole('dialog', { name: words.summary.card });
    this.picture = this.card.getByRole('img');
  }

  async open(id?: string): Promise<void> {
    await openPage(this.page, id === undefined ? '/event-summary' : `/event-summary?activityId=${id}`);
  }

  /** The words on the stage that say how final the numbers are. */
  state(words: string): Locator {
    return this.stage.getByText(words, { exact: true });
  }

  /** The rows of the ranking under that title. */
  ranking(title: string): Locator {
    return this.page.getByRole('region', { name: title }).getByRole('listitem');
  }

  /** What is saved by the link of those words: under which name, and its first line. */
  async saved(link: string): Promise<{ name: string; firstLine: string }> {
    const saving = this.page.waitForEvent('download');
    await this.page.getByRole('link', { name: link }).click();
    const file = await saving;
    const [firstLine = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    return { name: file.suggestedFilename(), firstLine };
  }

  async openCard(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.summary.share, exact: true }).click();
  }

  /** What is in the card's picture, read off its pixels: how large it is, and how many colours it has. */
  async pixels(): Promise<{ width: number; height: number; colours: number }> {
    return this.picture.evaluate(async (picture) => {
      const image = picture as HTMLImageElement;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('This browser has no canvas.');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set(new Uint32Array(data.buffer));
      return { width: canvas.width, height: canvas.height, colours: colours.size };
    });
  }
}

const words = textsIn.en_US;
const say = says.en_US;
const summaryPath = '/activity/api/v1/vote/summary';
/** A shared card is 4 wide and 5 high, as large as social networks show it. */
const cardSize = { width: 1080, height: 1350 };
/** A card that failed to draw its stage or its portraits has a handful. */
const coloursOfAPicture = 5000;

test('while votes are cast the summary shows the interim result, and the chart its value at any hour', async ({
  visit,
}) => {
  const page = await visit.anonymously();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
  const screen = new EventSummaryScreen(page, words);
  await asBuilt(page);
  const answer = page.waitForResponse(`**${summaryPath}*`);
  await screen.open();
  await expect(screen.stage).toContainText(/All times: Taiwan/);
  await expect(screen.stage, 'where the fan’s clock shows another time').toContainText(
    /Your time: Eastern Time\s*[A-Z][a-z]+ \d+(st|nd|rd|th), \d{2}:00 – /,
  );
  await expect(screen.state(words.summary.soFar)).toBeVisible();
  const { totalVotes, ranking, votesOverTime } = dataOf(await (await answer).text());
  await expect(screen.totals).toContainText(formatCount(totalVotes));
  await expect(screen.ranking(words.summary.rankingNow)).toHaveCount(ranking.length);

  await screen.cursor.focus();
  await page.keyboard.press('Home');
  await expect(screen.cursor).toHaveAttribute('aria-valuetext', /, 0 votes$/);
  await page.keyboard.press('ArrowRight');
  const secondPoint = formatCount(votesOverTime[1]?.votes ?? Number.NaN);
  await expect(screen.cursor).toHaveAttribute('aria-valuetext', new RegExp(`, ${secondPoint} votes$`));
  await page.keyboard.press('End');
  await expect(screen.cursor).toHaveAttribute('aria-valuetext', new RegExp(`, ${formatCount(totalVotes)} votes$`));

  await page.getByText(words.summary.topThree, { exact: true }).click();
  const told = ranking.slice(0, 3).map(({ name, votes }) => `${name}: ${formatCount(votes)} votes`);
  await expect(screen.cursor).toHaveAttribute('aria-valuetext', new RegExp(`, ${told.join(', ')}$`));
  await page.getByText(words.summary.table).click();
  await expect(page.getByRole('columnheader', { name: ranking[0]?.name ?? '' })).toBeVisible();
  expect(await violations(page), 'what axe finds').toEqual([]);
});

test('a finger that slides over the chart reads it too', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  const screen = new EventSummaryScreen(page, words);
  await screen.open();
  await settled(page);
  const last = Number(await screen.cursor.getAttribute('aria-valuenow'));
  const box = await screen.cursor.boundingBox();
  await screen.cursor.tap({ position: { x: (box?.width ?? 0) / 2, y: 60 } });
  // The last hour has only begun, so the middle of the time is not quite that of the points.
  await expect
    .poll(async () => Math.abs(Number(await screen.cursor.getAttribute('aria-valuenow')) - last / 2))
    .toBeLessThan(2);
});

for (const look of looks) {
  test(`the card to share is a picture that can be saved (${look.language}, ${look.theme})`, async ({ visit }) => {
    const { summary } = textsIn[look.language];
    const page = await visit.anonymously(look);
    const screen = new EventSummaryScreen(page, textsIn[look.language]);
    await screen.open();
    await screen.openCard();
    await expect(screen.picture).toHaveAttribute('alt', /1\. .+, 2\. .+, 3\. .+/);
    const { colours, ...size } = await screen.pixels();
    expect(size).toEqual(cardSize);
    expect(colours, 'colours in the picture').toBeGreaterThan(coloursOfAPicture);
    expect(await violations(page), 'what axe finds').toEqual([]);

    const saving = page.waitForEvent('download');
    await screen.card.getByRole('link', { name: summary.save }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(`lightstick-${activityId}.png`);
    expect(sizeOfPng(await readFile(await saved.path()))).toEqual(cardSize);
  });
}

test('where the system can share pictures, it is handed the card', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  await letShareFiles(page);
  const screen = new EventSummaryScreen(page, words);
  await screen.open();
  await screen.openCard();
  await screen.card.getByRole('button', { name: words.summary.shareFile }).click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as { sharedFiles?: string[] }).sharedFiles))
    .toEqual([`lightstick-${activityId}.png image/png`]);
});

test(
  'in the web view of a host, which saves nothing, the picture is there to press and hold',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.anonymously();
    await putInHost(page, { platform: 'android', fan: await given.fan(), language: 'en_US', theme: 'light' });
    const screen = new EventSummaryScreen(page, words);
    await screen.open();
    await screen.openCard();
    await expect(screen.card.getByText(words.summary.hold)).toBeVisible();
    await expect.poll(() => screen.pixels()).toMatchObject(cardSize);
    await expect(screen.card.getByRole('link')).toHaveCount(0);
  },
);

test('without a connection the summary says so, and comes when it is back', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
  const reconnect = await cutCall(page, summaryPath);
  const screen = new EventSummaryScreen(page, words);
  await screen.open();
  await expect(page.getByRole('alert')).toContainText(say('summary.error'));
  await reconnect();
  await page.getByRole('alert').getByRole('button', { name: words.tryAgain }).click();
  await expect(screen.totals).toBeVisible();
});

/** An election ends for everybody on its server, so this one has its own server. */
testOfOwnProduct(
  'when the election ends the summary becomes final by itself, agrees with the ledger, and stays reachable',
  { tag: '@system' },
  async ({ own: { product, visit, passTimeTo } }) => {
    const coming = await comingElection(product);
    const page = await visit.anonymously({ language: 'zh_TW', theme: 'dark' });
    const chinese = textsIn.zh_TW;
    const screen = new EventSummaryScreen(page, chinese);
    await screen.open(activityId);
    await expect(screen.state(chinese.summary.soFar)).toBeVisible();
    const { closesAt } = await call(product.address, 'GET /activity/api/v1/vote/activity', { query: { activityId } });
    await passTimeTo(new Date(Date.parse(closesAt) + graceMs));
    await expect(screen.state(chinese.finalResult)).toBeVisible();

    const ledger = await countedInAll(product);
    await expect(screen.totals).toContainText(formatCount(ledger.votes));
    await expect(screen.totals).toContainText(formatCount(ledger.voters));
    await expect(screen.totals).toContainText(formatCount(ledger.ballots));
    await expect(screen.ranking(chinese.summary.rankingFinal).first()).toContainText('冠軍');
    const { name, firstLine } = await screen.saved('下載 CSV');
    expect(name).toBe(`result-${activityId}.csv`);
    expect(firstLine).toContain('rank,idolId,number');
    await screen.openCard();
    await expect.poll(() => screen.pixels()).toMatchObject(cardSize);
    await page.keyboard.press('Escape');

    await page.getByRole('navigation', { name: chinese.summary.events }).getByText(coming.title).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(coming.title);
    await expect(page.getByRole('timer')).toBeVisible();
    await expect(screen.totals).toHaveCount(0);

    await openPage(page, `/vote-activity?activityId=${activityId}`);
    await expect(new VoteScreen(page, chinese).ranking).toContainText('冠軍');
    await page.getByRole('link', { name: chinese.summary.full }).click();
    await expect(screen.totals).toBeVisible();
    await expect(screen.state(chinese.finalResult)).toBeVisible();
    expect(await violations(page), 'what axe finds').toEqual([]);
  },
);

/** What the summary call answered, as the contract has it. */
function dataOf(text: string) {
  const { data } = JSON.parse(text) as { data: unknown };
  return contract[`GET ${summaryPath}`].data.parse(data);
}

function formatCount(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** The size in a PNG's header. */
function sizeOfPng(file: Buffer): { width: number; height: number } {
  expect(file.subarray(1, 4).toString('latin1'), 'the signature of a PNG').toBe('PNG');
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** Chromium has no share sheet on a machine without one; what a phone's would be handed is kept. */
async function letShareFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const phone = {
      canShare: () => true,
      share: async ({ files = [] }: ShareData) => {
        (globalThis as { sharedFiles?: string[] }).sharedFiles = files.map(({ name, type }) => `${name} ${type}`);
      },
    };
    for (const [name, value] of Object.entries(phone)) Object.defineProperty(navigator, name, { value });
  });
}

async function countedInAll({ database }: Product): Promise<{ votes: number; voters: number; ballots: number }> {
  const { rows } = await database.query<{ votes: number; voters: number; ballots: number }>(
    `SELECT sum(amount)::integer AS votes, count(DISTINCT fan)::integer AS voters, count(*)::integer AS ballots
       FROM ledger.transfer WHERE book = $1 AND reason = 10`,
    [Number(activityId)],
  );
  return rows[0] ?? { votes: 0, voters: 0, ballots: 0 };
}
