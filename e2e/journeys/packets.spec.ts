import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { givenPacket } from '#/fixtures/given-packet.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { holdFirst, loseAnswers } from '#/fixtures/lose-answer.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { packetWordsIn } from '#/pages/packet-texts.ts';
import { says } from '#/pages/texts.ts';

const grabPath = '/activity/api/v1/packet/grabPackage?*';

/** Longer than a test takes. */
const waitMs = 3 * 60_000;
const opened = { isOpen: true };

async function openPacket(page: Page, packetId: string): Promise<void> {
  await openPage(page, `/packet?packetId=${packetId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function grabShare({ address }: Product, packetId: string, fan: Fan): Promise<void> {
  await call(address, 'GET /activity/api/v1/packet/grabPackage', { query: { packetId } }, fan);
}

/** The amounts of a packet in the order in which they are grabbed. */
async function amountsOf({ database }: Product, packetId: string): Promise<readonly number[]> {
  const { rows } = await database.query<{ amount: string }>(
    'SELECT amount FROM packet_share WHERE packet_id = $1 ORDER BY slot',
    [packetId],
  );
  return rows.map(({ amount }) => Number(amount));
}

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = packetWordsIn[language];

    test('a fan waits for a red packet, grabs a share as it opens, and finds it in the list', async ({
      product,
      given,
      visit,
    }) => {
      const packet = await givenPacket(product, { opensInMs: waitMs });
      const page = await visit.as(await given.fan({ nickname: 'Hana' }));
      await page.clock.install();
      await openPacket(page, packet.packetId);
      await expect(page.getByRole('timer')).toBeVisible();
      await expect(page.getByRole('button', { name: words.grab })).toHaveCount(0);
      expect(await violations(page), 'what axe finds while it is sealed').toEqual([]);

      await page.clock.fastForward(await product.time.passTo(packet.opensAt));
      await page.getByRole('button', { name: words.grab }).click();
      const [amount = 0] = await amountsOf(product, packet.packetId);
      const got = page.getByRole('heading', { name: words.got(amount) });
      await expect(got).toBeFocused();
      await expect(page.getByText(words.first)).toBeVisible();
      const row = page.getByRole('list', { name: words.shares }).getByRole('listitem').first();
      await expect(row).toContainText('Hana');
      await expect(row).toContainText(words.me);
      await expect(row).toContainText(`+${amount}`);
      // The share alone may buy a ticket; else the next packet is what the fan can do.
      const main = amount >= 50 ? words.ticketFor(50) : words.next;
      await expect(page.getByRole('link', { name: main })).toBeInViewport();
      expect(await violations(page), 'what axe finds when it is open').toEqual([]);

      await reloadPage(page);
      await expect(got, 'the share stays').toBeVisible();
      await expect(page.getByRole('button', { name: words.grab })).toHaveCount(0);
    });

    test('two fans grab the last share at once: one gets and recomputes it, the other reads that all are gone', async ({
      product,
      given,
      visit,
    }) => {
      const packet = await givenPacket(product, { ...opened, shares: 1, total: 88 });
      const pages = [await visit.as(await given.fan()), await visit.as(await given.fan())];
      await Promise.all(pages.map((page) => openPacket(page, packet.packetId)));
      // A screen that hears that all are gone takes its button away, so no grab reaches the server before both are pressed.
      const held = await Promise.all(pages.map((page) => holdFirst(page, grabPath)));
      await Promise.all(pages.map((page) => page.getByRole('button', { name: words.grab }).click()));
      await Promise.all(held.map(({ sent }) => sent));
      for (const { letGo } of held) letGo();
      const wonHeading = (page: Page) => page.getByRole('heading', { name: words.got(88) });
      const soldOutHeading = (page: Page) => page.getByRole('heading', { name: words.soldOut });
      await Promise.all(pages.map((page) => expect(wonHeading(page).or(soldOutHeading(page))).toBeVisible()));
      const lucky = await Promise.all(pages.map((page) => wonHeading(page).isVisible()));
      expect(lucky.filter(Boolean), 'one of the two').toHaveLength(1);

      const late = pages[lucky.indexOf(false)];
      if (!late) throw new Error('Both fans got the one share.');
      await expect(late.getByText(words.luckiest).first()).toBeVisible();
      expect(await violations(late), 'what axe finds when all are gone').toEqual([]);
      await late.getByRole('link', { name: words.next }).click();
      await expect(late.getByRole('timer'), 'the next one is counted down to').toBeVisible();

      const winner = pages[lucky.indexOf(true)];
      if (!winner) throw new Error('Neither fan got the one share.');
      await expect(winner.getByText(words.luckiestIsMine), 'no one got more').toBeVisible();
      await winner.getByRole('button', { name: words.proof }).click();
      const proof = winner.getByRole('dialog', { name: words.proofTitle });
      await expect(proof.getByText(words.recomputed)).toBeVisible();
      await expect(proof.getByText(words.ownShare)).toBeVisible();
      await expect(proof.getByText(words.promiseKept)).toBeVisible();
    });
  });
}

const words = packetWordsIn.en_US;
const say = says.en_US;

test('a visitor signs in on the way and is back before the packet', async ({ product, given, visit }) => {
  const packet = await givenPacket(product);
  const fan = await given.fan();
  const page = await visit.anonymously();
  await openPacket(page, packet.packetId);
  await page.getByRole('link', { name: words.signInFirst }).click();
  const login = new LoginScreen(page, textsIn.en_US);
  await login.chooseSignIn();
  await login.signIn(fan.email, fan.password);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(packet.title);
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('link', { name: words.signInFirst })).toHaveCount(0);
});

test('a fan whose answer was lost presses again and gets the same share', async ({ product, given, visit }) => {
  const packet = await givenPacket(product, opened);
  const page = await visit.as(await given.fan(), { tolerates: [/ERR_CONNECTION_RESET/] });
  await openPacket(page, packet.packetId);
  await loseAnswers(page, grabPath);
  await page.getByRole('button', { name: words.grab }).click();
  await expect(page.getByRole('alert')).toHaveText(say('packet.unknown'));
  await page.getByRole('button', { name: say('common.retry') }).click();
  const [amount = 0] = await amountsOf(product, packet.packetId);
  await expect(page.getByRole('heading', { name: words.got(amount) })).toBeVisible();
  const { rows } = await product.database.query(
    'SELECT FROM packet_share WHERE packet_id = $1 AND fan_id IS NOT NULL',
    [packet.packetId],
  );
  expect(rows, 'shares grabbed').toHaveLength(1);
});

test(
  'a new account reads before the press from when on it can grab',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const packet = await givenPacket(product, { ...opened, minAccountAgeHours: 24 });
    const page = await visit.as(await given.fan());
    await openPacket(page, packet.packetId);
    await expect(page.getByText(say.withAny('luck.notYet', ['when']))).toBeVisible();
    await expect(page.getByRole('button', { name: words.grab })).toBeDisabled();
  },
);

test(
  'a packet that has left the list is still shown by its address, with the share and the proof',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const packet = await givenPacket(product, { ...opened, shares: 1, total: 88 });
    const fan = await given.fan();
    await grabShare(product, packet.packetId, fan);
    const page = await visit.as(fan);
    // The list of a week later, because the times of a packet that is over never change.
    const list = (url: URL) => url.pathname.endsWith('/getAllPacket') && !url.searchParams.has('packetId');
    await page.route(list, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { packetId: string }[] };
      const data = answer.data.filter(({ packetId }) => packetId !== packet.packetId);
      await route.fulfill({ response, json: { ...answer, data } });
    });
    await openPacket(page, packet.packetId);
    await expect(page.getByRole('heading', { name: words.got(88) })).toBeVisible();
    await page.getByRole('button', { name: words.proof }).click();
    await expect(page.getByRole('dialog', { name: words.proofTitle }).getByText(words.ownShare)).toBeVisible();
  },
);

test(
  'a browser that first sees a packet after the grab does not say that it knew the promise before',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const packet = await givenPacket(product, opened);
    const fan = await given.fan();
    await grabShare(product, packet.packetId, fan);
    const page = await visit.as(fan);
    await openPacket(page, packet.packetId);
    await page.getByRole('button', { name: words.seal }).click();
    const proof = page.getByRole('dialog', { name: words.proofTitle });
    await expect(proof.getByText(words.soFar, { exact: true })).toBeVisible();
    await expect(proof.getByText(words.promiseKept)).toHaveCount(0);
  },
);

test(
  'home leads to the packet that has shares, and not to one whose shares are gone',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const gone = await givenPacket(product, { ...opened, shares: 1 });
    await grabShare(product, gone.packetId, await given.fan());
    await givenPacket(product, opened);
    const page = await visit.as(await given.fan());
    await openPage(page, '/');
    const luck = page.getByRole('region', { name: say('home.luck') });
    await luck.scrollIntoViewIfNeeded();
    const row = luck.locator('a[href^="/packet?"]');
    // Packets of the demo and of other tests may have shares too.
    await expect(row).toBeVisible();
    await expect(row).not.toHaveAttribute('href', new RegExp(`=${gone.packetId}$`));
    await row.click();
    await expect(page.getByRole('button', { name: words.grab })).toBeVisible();
  },
);
