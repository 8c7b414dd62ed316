import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { failCall } from '#/fixtures/fail-call.ts';
import { closeRaffle, drawRaffle, givenRaffle } from '#/fixtures/given-campaign.ts';
import { givenNotices } from '#/fixtures/given-notices.ts';
import { givenHeldClaim } from '#/fixtures/held-claim.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { testOfOwnProduct } from '#/fixtures/own-product.ts';
import { runJob } from '#/fixtures/run-job.ts';
import { settled } from '#/fixtures/settled.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { says } from '#/pages/texts.ts';

const expiresAt = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString();
const expiry = { kind: 'expiry', parameters: { daysLeft: 7, assets: [{ asset: 'POINT', amount: 1200, expiresAt }] } };

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const say = says[language];

    test(
      'a fan finds what happened behind the bell, reads it once, and goes where it leads',
      { tag: '@system' },
      async ({ product, given, visit }) => {
        const fan = await given.fan({ points: 10 });
        const raffle = await givenRaffle(product, {
          prizes: [{ title: 'Jackpot', gives: { asset: 'POINT', amount: 500 }, total: 1 }],
        });
        const body = { activityId: raffle.activityId, num: 1, price: 10 };
        await call(product.address, 'POST /wallet/api/v1/pointsMall/participateActivity', { body }, fan);
        await closeRaffle(product, raffle);
        await drawRaffle(product);
        const countUnread = () => call(product.address, 'GET /wallet/api/v1/notice/getUnreadCount', {}, fan);
        await expect.poll(countUnread).toEqual({ unread: 1 });
        await givenNotices(product, fan, [expiry]);
        await givenHeldClaim(product, fan, 'visit-mall');

        const page = await visit.as(fan);
        await openPage(page, '/me');
        await page.getByRole('link', { name: say('notices.bell', { unread: 2 }) }).click();
        const notices = page.getByRole('list', { name: say('notices.title') }).getByRole('listitem');
        await expect(notices).toContainText([
          say('notices.expiring', { amounts: say('points.count', { points: 1200 }) }),
          say('notices.won', { prize: 'Jackpot' }),
        ]);
        await expect(notices.getByText(say('notices.new'), { exact: true })).toHaveCount(2);
        const inReview = page.getByRole('list', { name: say('notices.inReview') }).getByRole('listitem');
        await expect(inReview, 'the task, the reason and the Points').toContainText([
          new RegExp(`${textsIn[language].mallVisit}.+[。.]\\+50`),
        ]);
        expect(await violations(page), 'what axe finds').toEqual([]);
        await expect.poll(countUnread).toEqual({ unread: 0 });

        await notices.last().getByRole('link').click();
        await expect(page).toHaveURL(new RegExp(`/draw\\?activityId=${raffle.activityId}$`));
        await openPage(page, '/me');
        await page.getByRole('link', { name: say('notices.bell', { unread: 0 }) }).click();
        await expect(notices).toHaveCount(2);
        await expect(notices.getByText(say('notices.new'), { exact: true })).toHaveCount(0);
        await expect(notices.first().getByRole('link')).toHaveAttribute('href', '/mall');
      },
    );
  });
}

test(
  'a fan without notices reads what will come, or that they could not be loaded; a visitor signs in first',
  { tag: '@system' },
  async ({ given, visit }) => {
    const say = says.en_US;
    const page = await visit.as(await given.fan(), { tolerates: [/503/] });
    await openPage(page, '/notifications');
    await expect(page.getByText(say('notices.none'))).toBeVisible();
    const restore = await failCall(page, '/wallet/api/v1/notice/getNotices', {
      reason: 'OVERLOADED',
      language: 'en_US',
    });
    await reloadPage(page);
    await expect(page.getByText(say('notices.error'))).toBeVisible();
    await restore();
    await page.getByRole('alert').getByRole('button').click();
    await expect(page.getByText(say('notices.none'))).toBeVisible();

    const visitor = await visit.anonymously();
    await openPage(visitor, '/notifications');
    await expect(visitor).toHaveURL(/\/login\?next=%2Fnotifications$/);
  },
);

test('new notices are counted above the list while a fan reads, and shown on a press', async ({
  product,
  given,
  visit,
}) => {
  const say = says.en_US;
  const textOf = (points: number) => say('notices.expiring', { amounts: say('points.count', { points }) });
  const noticeOf = (amount: number) => ({
    kind: 'expiry',
    parameters: { daysLeft: 7, assets: [{ asset: 'POINT', amount, expiresAt }] },
  });
  const amounts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const fan = await given.fan();
  await givenNotices(product, fan, amounts(101, 125).map(noticeOf));
  const page = await visit.as(fan);
  await page.clock.install();
  await openPage(page, '/notifications');
  const list = page.getByRole('list', { name: say('notices.title') });
  const notices = list.getByRole('listitem');
  await expect(notices).toHaveCount(20);
  await page.evaluate(() => scrollTo(0, 400));
  const read = list.getByText(textOf(119));
  await settled(page);
  const before = await read.boundingBox();

  await givenNotices(product, fan, amounts(126, 128).map(noticeOf));
  await page.clock.fastForward(61_000);
  const showNew = page.getByRole('button', { name: say('list.new', { count: 3 }) });
  await expect(showNew).toBeInViewport();
  await expect(
    page.getByText(say('list.newIn', { label: say('notices.title'), news: say('list.new', { count: 3 }) })),
  ).toBeAttached();
  await expect(notices).toHaveCount(20);
  await expect.poll(() => read.boundingBox(), 'where the fan reads').toEqual(before);

  await showNew.press('Enter');
  await expect(notices.first()).toBeFocused();
  await expect(notices.first()).toBeInViewport();
  await expect(showNew).toHaveCount(0);
  await expect
    .poll(async () => {
      await notices.last().scrollIntoViewIfNeeded();
      return await notices.count();
    })
    .toBe(28);
  await expect(notices, 'each once, in order').toContainText(amounts(101, 128).toReversed().map(textOf));
});

test('a fan picks what the list shows, turns a topic off, and chooses a digest', async ({ product, given, visit }) => {
  const say = says.en_US;
  const fan = await given.fan();
  const names = (name: string) => ({ en_US: name, zh_TW: name });
  const passed = {
    kind: 'idolPassed',
    parameters: {
      activityId: '1004',
      idol: { idolId: '7', name: names('Sabel'), rank: 6 },
      passer: { idolId: '5', name: names('Orrin'), rank: 5, votesToPass: 9 },
      others: 0,
    },
  };
  await givenNotices(product, fan, [expiry, passed]);
  const page = await visit.as(fan);
  await openPage(page, '/notifications');
  const notices = page.getByRole('list', { name: say('notices.title') }).getByRole('listitem');
  const passedTitle = say('notices.idolPassed', { passer: 'Orrin', idol: 'Sabel', others: 0 });
  await expect(notices.first()).toContainText([say('notices.today'), passedTitle].join(''));
  await expect(notices).toHaveCount(2);
  await page.getByRole('button', { name: say('notices.group.voting'), exact: true }).click();
  await expect(notices).toHaveCount(1);
  await expect(notices).toContainText(say('notices.idolPassedText', { rank: 6, votes: 9, place: 5 }));
  await expect(notices.getByRole('link')).toHaveAttribute('href', '/vote-activity?activityId=1004&vote=7');
  await page.getByRole('button', { name: say('notices.group.events'), exact: true }).click();
  await expect(page.getByText(say('notices.noneOfTopic'))).toBeVisible();

  await page.getByRole('button', { name: say('notices.settings') }).click();
  const sheet = page.getByRole('dialog', { name: say('notices.settings') });
  await sheet.getByText(say('notices.groupOn', { on: 2, all: 2 })).click();
  const draws = sheet.getByRole('checkbox', { name: say('notices.topic.luck') });
  await expect(draws).toBeChecked();
  await draws.click();
  await expect(draws).not.toBeChecked();
  const muted = () => call(product.address, 'GET /wallet/api/v1/notice/getTopics', {}, fan);
  await expect.poll(async () => (await muted()).list.filter(({ isMuted }) => isMuted)).toHaveLength(1);
  await expect(sheet.getByText(say('notices.groupOn', { on: 1, all: 2 }))).toBeVisible();

  await expect(sheet.getByRole('radio', { name: say('digest.off') })).toBeChecked();
  await sheet.getByText(say('digest.weekly'), { exact: true }).click();
  const digest = () => call(product.address, 'GET /wallet/api/v1/notice/getDigest', {}, fan);
  await expect.poll(digest).toEqual({ rhythm: 'weekly', hasEmail: true });
  await expect(sheet.getByRole('radio', { name: say('digest.weekly') })).toBeChecked();
  expect(await violations(page), 'what axe finds').toEqual([]);
});

test('pushes are offered after the first vote, and turned on, kept for the night and turned off again', async ({
  product,
  given,
  visit,
}) => {
  const say = says.en_US;
  const newcomer = await visit.as(await given.fan());
  await openPage(newcomer, '/notifications');
  await expect(newcomer.getByText(say('notices.none'))).toBeVisible();
  await settled(newcomer);
  await expect(newcomer.getByRole('button', { name: say('push.turnOn') })).toHaveCount(0);

  const fan = await given.fan();
  const { idolId } = await lastIdol(product.address);
  await given.vote(fan, { idolId, num: 1 });
  const page = await visit.as(fan);
  // Chromium without a head allows no notifications and has no push service; the worker and all else are real.
  await page.addInitScript(() => {
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    Notification.requestPermission = () => Promise.resolve('granted');
    PushManager.prototype.subscribe = () =>
      Promise.resolve({
        toJSON: () => ({ endpoint: 'https://push.example.com/1', keys }),
      } as unknown as PushSubscription);
  });
  await openPage(page, '/notifications');
  const turnOn = page.getByRole('button', { name: say('push.turnOn') });
  await turnOn.click();
  await expect(turnOn).toHaveCount(0);
  const settings = () => call(product.address, 'GET /wallet/api/v1/push/getSettings', {}, fan);
  await expect.poll(settings).toMatchObject({ isOn: true, atNight: false });

  await page.getByRole('button', { name: say('notices.settings') }).click();
  const sheet = page.getByRole('dialog', { name: say('notices.settings') });
  await sheet.getByRole('checkbox', { name: say('push.atNight') }).click();
  await expect.poll(settings).toMatchObject({ isOn: true, atNight: true });
  await sheet.getByRole('checkbox', { name: say('push.here') }).click();
  await expect.poll(settings).toMatchObject({ isOn: false });
});

testOfOwnProduct(
  'a digest comes by mail in the morning, and its link ends it for a fan who is not signed in',
  { tag: '@system' },
  async ({ own: { product, given, visit, passTimeTo } }) => {
    const say = says.en_US;
    const fan = await given.fan();
    const body = { rhythm: 'daily', timeZone: 'Asia/Taipei' } as const;
    await call(product.address, 'POST /wallet/api/v1/notice/setDigest', { body }, fan);
    await givenNotices(product, fan, [expiry]);
    const { rows } = await product.database.query<{ due_at: Date }>('SELECT due_at FROM notice_digest');
    await passTimeTo(rows[0]?.due_at ?? product.time.now());
    await runJob(product, 'send-digests');
    const linkInMail = async () => {
      const response = await fetch(`${product.address}/dev/inbox.json?to=${encodeURIComponent(fan.email)}`);
      return /\/unsubscribe\?token=[\w-]+/.exec(await response.text())?.[0];
    };
    await expect.poll(linkInMail).toBeDefined();

    const page = await visit.anonymously();
    await openPage(page, (await linkInMail()) ?? '');
    await page.getByRole('button', { name: say('unsubscribe.stop') }).click();
    await expect(page.getByRole('heading', { name: say('unsubscribe.done') })).toBeVisible();
    expect(await violations(page), 'what axe finds').toEqual([]);
    expect((await product.database.query('SELECT FROM notice_digest')).rows).toEqual([]);
  },
);
