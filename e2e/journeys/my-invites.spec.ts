import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { runJob } from '#/fixtures/run-job.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { earningWordsIn } from '#/pages/earning-texts.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { MeScreen } from '#/pages/me-screen.ts';

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = textsIn[language];
    const { invites, points } = earningWordsIn[language];

    test('a friend comes by a fan’s link and votes, and the fan gets the Points', async ({ product, given, visit }) => {
      const fan = await given.fan({ nickname: 'Suki' });
      const page = await visit.as(fan);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await openPage(page, '/me');
      await new MeScreen(page, words).openSettings();
      await page.getByRole('link', { name: invites.title }).click();
      await expect(page.getByText(invites.nobody)).toBeVisible();
      expect(await violations(page), 'what axe finds before anybody has come').toEqual([]);
      await page.getByRole('button', { name: invites.copyLink }).click();
      await expect(page.getByRole('button', { name: words.support.copied })).toBeVisible();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toMatch(new RegExp(`^${product.address}/login\\?invite=[A-Z2-9]{8}$`));

      const friend = await visit.anonymously();
      await test.step('the friend signs up', async () => {
        const email = newEmail();
        await openPage(friend, link);
        const account = { email, nickname: 'Nova' };
        await new LoginScreen(friend, words).signUp(account, () => mailedCode(product.address, email));
        await expect(friend.getByRole('heading', { level: 1 })).toHaveText(words.election);
      });

      const records = page.getByRole('list', { name: invites.records });
      await test.step('and is seen by the fan, with what is on its way', async () => {
        await reloadPage(page);
        await expect(records.getByRole('listitem')).toHaveCount(1);
        await expect(records).toContainText('Nova');
        await expect(records).toContainText(invites.waiting);
        await openPage(page, '/my-points');
        const pending = page.getByRole('list', { name: points.pending });
        await expect(pending).toContainText(points.brought('Nova'));
        await expect(pending).toContainText(points.awaitVote);
        await expect(pending).toContainText('+100');
      });

      await test.step('the friend votes', async () => {
        const screen = new VoteScreen(friend, words);
        await screen.open();
        await screen.openSheet((await lastIdol(product.address, language)).name);
        const sheet = new VoteSheet(friend, words);
        await sheet.amount.fill('1');
        await sheet.cast.click();
        await expect(sheet.counted).toBeVisible();
      });

      await test.step('and the fan has the Points', async () => {
        await runJob(product, 'reward-invites');
        const receivedPoints = () =>
          call(product.address, 'POST /wallet/api/v1/userExpand/getReceivedPointRecords', { body: {} }, fan);
        await expect.poll(async () => (await receivedPoints()).list.length, 'the job has run').toBe(1);
        await reloadPage(page);
        const received = page.getByRole('list', { name: points.received });
        await expect(received).toContainText(points.brought('Nova'));
        await expect(received).toContainText('+100');
        await openPage(page, '/my-invites');
        await expect(records).toContainText(invites.rewarded);
        await expect(page.getByText(invites.left)).toBeVisible();
        expect(await violations(page), 'what axe finds').toEqual([]);
      });
    });
  });
}

const words = textsIn.en_US;
const say = says.en_US;
const { invites } = earningWordsIn.en_US;

test(
  'where the device can share, the link goes to its sheet, and closing that is no failure',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan());
    await page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(globalThis, { shared });
      navigator.share = (what) => {
        shared.push(what);
        return Promise.reject(shared.length < 3 ? new DOMException('Closed.', 'AbortError') : new TypeError('No.'));
      };
    });
    await openPage(page, '/my-invites');
    const share = page.getByRole('button', { name: invites.share, exact: true });
    await share.click();
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { shared: { url: string }[] }).shared))
      .toEqual([expect.objectContaining({ url: expect.stringMatching(/\/login\?invite=[A-Z2-9]{8}$/) })]);
    // By the second time the first has been answered.
    await share.click();
    await expect(page.getByText(say('myInvites.shareFailed'))).toBeHidden();
    await share.click();
    await expect(page.getByText(say('myInvites.shareFailed'))).toBeVisible();
  },
);

test(
  'a fan who has received every reward sees that, and later invites bring none',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan();
    await product.database.query(
      `WITH inviter AS (SELECT id FROM fan WHERE account_id = $1),
          friends AS (
            INSERT INTO fan (account_id, fan_code, kind, email, password_hash, nickname, avatar_seed, invited_by,
              created_at)
            SELECT 'friend' || lpad(n::text, 14, '0'), 'FF' || translate(lpad(n::text, 6, '0'), '01', 'AB'), 'web2',
                   'friend-' || n || '@example.com', 'none', 'Friend ' || n, 'friend-' || n, inviter.id, now()
              FROM generate_series(1, 22) n, inviter RETURNING id, invited_by)
     INSERT INTO invite (newcomer_id, inviter_id, reward, most_rewarded, state, place, key, joined_at, settled_at)
     SELECT f.id, f.invited_by, 100, 20, CASE WHEN r.place <= 20 THEN 'rewarded' ELSE 'pending' END,
            CASE WHEN r.place <= 20 THEN r.place END, gen_random_uuid(), now(), CASE WHEN r.place <= 20 THEN now() END
       FROM (SELECT *, row_number() OVER (ORDER BY id)::integer AS place FROM friends) r JOIN friends f ON f.id = r.id`,
      [fan.accountId],
    );
    const page = await visit.as(fan);
    await openPage(page, '/my-invites');
    await expect(page.getByText(invites.full)).toBeVisible();
    const rows = page.getByRole('list', { name: invites.records }).getByRole('listitem');
    await expect(rows.first()).toContainText(say('myInvites.overLimit'));
    await expect
      .poll(async () => {
        await rows.last().scrollIntoViewIfNeeded();
        return rows.count();
      })
      .toBe(22);
  },
);

test('a visitor is led to sign in, and back', { tag: '@system' }, async ({ given, visit }) => {
  const fan = await given.fan();
  const page = await visit.anonymously();
  await openPage(page, '/my-invites');
  await expect(page).toHaveURL(/\/login\?next=%2Fmy-invites$/);
  await new LoginScreen(page, words).signIn(fan.email, fan.password);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(invites.title);
});

test(
  'without a connection the records say so, and come on the next try',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan(), { tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
    const reconnect = await cutCall(page, '/wallet/api/v1/userExpand/userInviteRecords');
    await openPage(page, '/my-invites');
    const region = page.getByRole('region', { name: invites.records });
    await expect(region.getByRole('alert')).toBeVisible();
    await reconnect();
    await region.getByRole('button', { name: words.tryAgain }).click();
    await expect(region.getByText(invites.nobody)).toBeVisible();
  },
);
