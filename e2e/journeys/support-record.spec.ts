import { readFile } from 'node:fs/promises';
import { violations } from '#/fixtures/accessibility.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { activityId, idolsIn } from '#/fixtures/idols.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { giftWordsIn } from '#/pages/gift-texts.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = textsIn[language];

    test(
      'every kind of support has its tab, and an empty one says so',
      { tag: '@system' },
      async ({ given, visit }) => {
        const page = await visit.as(await given.regular());
        await openPage(page, '/me');
        await page.getByRole('link', { name: words.support.all }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.support.title);
        const panel = page.getByRole('tabpanel');
        for (const kind of ['votes', 'exchanges', 'conversions'] as const) {
          await page.getByRole('tab', { name: words.records[kind] }).click();
          await expect(panel.getByRole('listitem'), kind).toHaveCount(1);
          expect(await violations(page), `what axe finds on ${kind}`).toEqual([]);
        }
        for (const kind of ['cheers', 'gifts'] as const) {
          await page.getByRole('tab', { name: words.support[kind] }).click();
          await expect(panel.getByText(words.support[kind === 'cheers' ? 'noCheers' : 'noGifts'])).toBeVisible();
          await expect(panel.getByRole('listitem'), kind).toHaveCount(0);
          expect(await violations(page), `what axe finds on ${kind}`).toEqual([]);
        }
      },
    );
  });
}

const words = textsIn.en_US;
const say = says.en_US;

test('votes load as the record is scrolled, can be filtered by idol, and each has its receipt', async ({
  product,
  given,
  visit,
}) => {
  const [first, second] = (await idolsIn(product.address, 'en_US')).slice(-2);
  if (!first || !second) throw new Error('Fewer than two idols take part.');
  const fan = await given.fan({ votes: 40 });
  for (let vote = 1; vote <= 25; vote += 1) {
    await given.vote(fan, { idolId: vote === 7 ? second.idolId : first.idolId, num: 1 });
  }
  const page = await visit.as(fan);
  await openPage(page, '/support-record');
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      return await rows.count();
    })
    .toBe(25);

  await page.getByLabel(words.support.idol).selectOption(second.name);
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`\\?idolId=${second.idolId}$`));
  await reloadPage(page);
  await expect(rows, 'the address holds the choice').toHaveCount(1);
  await expect(rows).toContainText(second.name);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await rows.getByRole('button').click();
  const receipt = page.getByRole('dialog');
  await expect(receipt, 'the time tells how far it is from UTC').toContainText(
    /\d\d:\d\d:\d\d \(GMT([+-]\d\d:\d\d)?\)/,
  );
  await receipt.getByRole('button', { name: words.support.copy }).click();
  await expect(receipt.getByRole('button', { name: words.support.copied })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied, 'a text to read').toContain(
    say('receipt.line', {
      label: say('receipt.votes'),
      value: say('receipt.votesFor', { count: 1, name: second.name }),
    }),
  );
  const download = page.waitForEvent('download');
  await receipt.getByRole('button', { name: say('receipt.file') }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^lightstick-vote-\d+\.json$/);
  const record = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>;
  expect(record, 'the record as the server sent it').toMatchObject({
    format: 'lightstick/vote/v1',
    idolId: second.idolId,
    num: 1,
  });
  await expect(receipt).toContainText(String(record['leafHash']));
  expect(copied).toContain(String(record['leafHash']));
  expect(await violations(page), 'what axe finds').toEqual([]);
});

test(
  'a filter without results says so, and exchanges are filtered too',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const [idol] = await idolsIn(product.address, 'en_US');
    const page = await visit.as(await given.fan({ tickets: 2 }));
    await openPage(page, `/support-record?activityId=${activityId}&idolId=${idol?.idolId}`);
    await expect(page.getByText(say('records.noVotesFiltered'))).toBeVisible();
    await page.getByRole('tab', { name: words.records.exchanges }).click();
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1);
    await openPage(page, '/support-record?tab=exchanges&activityId=1003');
    await expect(page.getByText(say('records.noExchangesFiltered'))).toBeVisible();
  },
);

test(
  'tickets of the current election can be given from the records of any event until its voting ends',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan({ tickets: 2 }));
    await openPage(page, '/support-record?tab=gifts&activityId=1003');
    const { give, receiver } = giftWordsIn.en_US;
    const terms = page.waitForRequest('**/getGiftTerms');
    await page.getByRole('button', { name: give }).click();
    expect((await terms).postDataJSON()).toEqual({ activityId });
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByLabel(receiver)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    await page.route('**/getGiftTerms', async (route) => {
      const response = await route.fetch();
      const { data, ...envelope } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...envelope, data: { ...data, state: 'ended' } } });
    });
    await reloadPage(page);
    await page.getByRole('button', { name: give }).click();
    await expect(sheet.getByText(say('gift.ended'))).toBeVisible();
    await expect(sheet.getByLabel(receiver)).toHaveCount(0);
  },
);

test(
  'a gift sheet that is open when the day turns, or over an end that was put off, shows what can be given then',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const page = await visit.as(await given.fan({ tickets: 2 }));
    const { give, receiver } = giftWordsIn.en_US;
    let isDayOver = true;
    await page.route('**/getGiftTerms', async (route) => {
      const response = await route.fetch();
      const { data, ...envelope } = (await response.json()) as { data: object };
      const soon = product.time.now(1000).toISOString();
      const told = isDayOver ? { leftToday: 0, resetsAt: soon } : { closesAt: soon };
      await route.fulfill({ response, json: { ...envelope, data: { ...data, ...told } } });
    });
    await openPage(page, '/support-record?tab=gifts');
    await page.getByRole('button', { name: give }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText(say.withAny('gift.dayIsOver', ['limit', 'resets']))).toBeVisible();
    isDayOver = false;
    await sheet.getByLabel(receiver).fill('K7Q2');
    // The end is put off again and again, always by a second.
    for (const times of ['once', 'twice']) {
      await page.waitForResponse('**/getGiftTerms');
      await expect(sheet.getByLabel(receiver), `the end was put off ${times}`).toHaveValue('K7Q2');
    }
  },
);

test(
  'a visitor is led to sign in, and back to the tab that was asked for',
  { tag: '@system' },
  async ({ given, visit }) => {
    const fan = await given.regular();
    const page = await visit.anonymously();
    await openPage(page, '/support-record?tab=exchanges');
    await expect(page).toHaveURL(/\/login\?next=%2Fsupport-record%3Ftab%3Dexchanges$/);
    await new LoginScreen(page, words).signIn(fan.email, fan.password);
    await expect(page.getByRole('tab', { name: words.records.exchanges })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1);
  },
);

test(
  'without a connection the record says so, and comes on the next try',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.regular(), { tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
    const reconnect = await cutCall(page, '/activity/api/v1/vote/voteRecord');
    await openPage(page, '/support-record');
    const alert = page.getByRole('tabpanel').getByRole('alert');
    await expect(alert).toBeVisible();
    await reconnect();
    await alert.getByRole('button', { name: words.tryAgain }).click();
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1);
  },
);
