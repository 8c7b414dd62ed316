import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { givenBox } from '#/fixtures/given-campaign.ts';
import { openChangedPage, openPage, reloadPage } from '#/fixtures/in-app.ts';
import { holdFirst, loseAnswers } from '#/fixtures/lose-answer.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { says } from '#/pages/texts.ts';

const openPath = '/wallet/api/v1/pointsMall/participateActivity';
const points = (amount: number) => ({ asset: 'POINT', amount });
const moon = { title: 'Moon', gives: { edition: 'nft-lost-star' }, isRare: true, total: 1 } as const;

async function openBox(page: Page, activityId: string): Promise<void> {
  await openPage(page, `/box?activityId=${activityId}`);
}

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const say = says[language];

    test('a fan finds a box in the timeline, reads its odds, opens it and recomputes what came out', async ({
      product,
      given,
      visit,
    }) => {
      const box = await givenBox(product, { prizes: [moon, { title: 'Some', gives: points(3), total: 1 }] });
      const page = await visit.as(await given.fan({ points: 100 }));
      await openChangedPage(product, page, '/activity?kind=boxes');
      await page.getByRole('link', { name: box.title }).click();
      await expect(page.getByRole('heading', { level: 1, name: box.title })).toBeVisible();
      await expect(page.getByText(say('box.left', { left: 2, total: 2 }))).toBeVisible();

      await page.getByRole('button', { name: say('box.odds') }).click();
      const odds = page.getByRole('dialog', { name: say('box.odds') });
      await expect(odds.getByRole('listitem').filter({ hasText: 'Moon' })).toContainText('50.00%');
      await expect(odds.getByText(say('box.noGuarantee'))).toBeVisible();
      expect(await violations(page), 'what axe finds in the odds').toEqual([]);
      await odds.getByRole('button', { name: say('common.done') }).click();

      await page.getByRole('button', { name: new RegExp(`^${say('box.open', { count: 1 })}(?!\\d)`) }).click();
      await page.getByRole('button', { name: say('box.pay', { points: 10 }) }).click();
      const reveal = page.getByRole('dialog', { name: box.title });
      const spoken = reveal.getByRole('status').first();
      await expect(spoken).toContainText(/Moon|Some/);
      const other = (await spoken.innerText()).includes('Moon') ? 'Some' : 'Moon';
      expect(await violations(page), 'what axe finds when it is open').toEqual([]);
      const sheet = page.getByRole('dialog', { name: say('box.openBoxes', { count: 1 }) });
      await expect(sheet, 'the empty sheet behind the prize').toBeHidden();
      await reveal.getByRole('button', { name: say('box.again', { count: 1 }) }).click();
      await page.getByRole('button', { name: say('box.pay', { points: 10 }) }).click();
      await expect(spoken, 'the one that is left').toContainText(other);
      await reveal.getByRole('button', { name: say('common.done') }).click();
      await expect(page.getByText(say('box.state.soldOut')).first()).toBeVisible();

      await page.getByRole('button', { name: say('proof.open') }).click();
      const proof = page.getByRole('dialog', { name: say('proof.title') });
      await expect(proof.getByText(say('proof.verdict.whole'))).toBeVisible();
      await expect(proof.getByText(say('proof.mine.promiseKept'))).toBeVisible();
      await expect(proof.getByText(say('proof.mine.opening', { nonce: 2 }))).toBeVisible();
      expect(await violations(page), 'what axe finds in the proof').toEqual([]);
      const saving = page.waitForEvent('download');
      await proof.getByRole('button', { name: say('receipt.file') }).click();
      expect((await saving).suggestedFilename()).toBe(`lightstick-box-${box.activityId}-1.json`);
      await proof.getByRole('button', { name: say('common.done') }).click();

      await page.getByRole('link', { name: say('luckRecords.title') }).click();
      const records = page.getByRole('list', { name: say('luckRecords.title') }).getByRole('listitem');
      await expect(records).toHaveCount(2);
      await expect(records.filter({ hasText: say('points.count', { points: 3 }) })).toHaveCount(1);
      expect(await violations(page), 'what axe finds in the records').toEqual([]);
      await openPage(page, '/my-orders?tab=orders');
      const orders = page.getByRole('list', { name: say('order.records') }).getByRole('listitem');
      await expect(orders).toContainText(say('order.prize'));
    });
  });
}

test('ten boxes are opened card by card, by keyboard alone', { tag: '@system' }, async ({ product, given, visit }) => {
  const say = says.en_US;
  const prizes = [
    { title: 'Jackpot', gives: points(50), isRare: true, total: 1 },
    { title: 'Some', gives: points(3), total: 9 },
  ];
  const box = await givenBox(product, { prizes, rareWithin: 10 });
  const page = await visit.as(await given.fan({ points: 100 }), { motion: 'full' });
  await openBox(page, box.activityId);
  await expect(page.getByText(say('box.rareWithin', { count: 10 }))).toBeVisible();
  await page.getByRole('button', { name: say('box.open', { count: 10 }) }).press('Enter');
  await page.getByRole('button', { name: say('box.pay', { points: 100 }) }).press('Enter');
  const reveal = page.getByRole('dialog', { name: box.title });
  const next = (place: number) => reveal.getByRole('button', { name: say('box.flipNext', { place, count: 10 }) });
  await expect(next(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(reveal.getByRole('status').first()).toContainText(/Jackpot|Some/);
  await expect(next(2)).toBeFocused();
  await reveal.getByRole('button', { name: say('box.skip') }).press('Enter');
  await expect(reveal.getByRole('status').first()).toContainText('Jackpot');
  await expect(reveal.getByText(`+${say('points.count', { points: 77 })}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reveal).toBeHidden();
  await expect(page.getByRole('dialog'), 'the sheet leaves with the prizes').toHaveCount(0);
  await expect(page.getByText(say('box.left', { left: 0, total: 10 }))).toBeVisible();
});

test(
  'an opening whose answer is lost is paid once, and too large a number is refused before',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const say = says.en_US;
    const box = await givenBox(product, { prizes: [{ title: 'Some', gives: points(3), total: 40 }], perFanLimit: 5 });
    const page = await visit.as(await given.fan({ points: 30 }), { tolerates: [/ERR_CONNECTION_RESET/] });
    const lost = await loseAnswers(page, openPath);
    await openBox(page, box.activityId);
    await expect(page.getByRole('button', { name: say('box.open', { count: 10 }) })).toBeDisabled();
    await expect(page.getByText(say('box.block.limitLeft', { left: 5 }))).toBeVisible();
    await page.getByRole('button', { name: /^Open 1(?!\d)/ }).click();
    await page.getByRole('button', { name: say('box.pay', { points: 10 }) }).click();
    await expect(page.getByText(say('box.unsettled', { count: 1 }))).toBeVisible();
    await page.getByRole('button', { name: say('mall.askAgain') }).click();
    const reveal = page.getByRole('dialog', { name: box.title });
    await expect(reveal.getByRole('status').first()).toHaveText('Some');
    expect(new Set(lost.keys).size, 'keys of the request').toBe(1);
    await reveal.getByRole('button', { name: say('common.done') }).click();
    await expect(page.getByText(say('order.pointsLeft', { points: 23 }))).toBeVisible();
    const asked = page.waitForRequest('**/pointsMall/getActivityAvailableBalance');
    await openBox(page, box.activityId);
    expect((await asked).postDataJSON()).toEqual({ activityId: box.activityId });
    await expect(page.getByText(say('box.block.limitLeft', { left: 4 }))).toBeVisible();

    await loseAnswers(page, openPath);
    await page.getByRole('button', { name: /^Open 1(?!\d)/ }).click();
    await page.getByRole('button', { name: say('box.pay', { points: 10 }) }).click();
    await expect(page.getByText(say('box.unsettled', { count: 1 }))).toBeVisible();
    await reloadPage(page);
    await page.getByRole('link', { name: say('intent.seeLuck') }).click();
    const records = page.getByRole('list', { name: say('luckRecords.title') }).getByRole('listitem');
    await expect(records, 'what both openings brought').toHaveCount(2);
  },
);

test(
  'a fan does not wait for a slow opening, and reads later what came out',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const say = says.en_US;
    const box = await givenBox(product, { prizes: [{ title: 'Some', gives: points(3), total: 2 }] });
    const page = await visit.as(await given.fan({ points: 30 }));
    const held = await holdFirst(page, openPath);
    await page.clock.install();
    await openBox(page, box.activityId);
    await page.getByRole('button', { name: /^Open 1(?!\d)/ }).click();
    const pay = page.getByRole('button', { name: say('box.pay', { points: 10 }) });
    await pay.click();
    await held.sent;
    const reveal = page.getByRole('dialog', { name: box.title });
    await expect(reveal.getByText(say('box.opening'))).toBeVisible();
    await page.clock.fastForward('00:05');
    await expect(reveal.getByText(say('box.slow'))).toBeVisible();
    await expect(reveal.getByRole('button', { name: say('box.leave') })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(reveal).toBeHidden();
    await expect(pay).toHaveAttribute('aria-busy', 'true');
    held.letGo();
    await expect(page.getByText(say('box.lateText', { gains: say('points.count', { points: 3 }) }))).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // The same with a sheet that was closed, and a box that is over by then.
    const late = await holdFirst(page, openPath);
    await page.getByRole('button', { name: /^Open 1(?!\d)/ }).click();
    await pay.click();
    await late.sent;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: say('common.notNow') }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await product.time.passTo(box.closesAt);
    late.letGo();
    await expect(page.getByText(say('box.notOpened'))).toBeVisible();
  },
);

test('a fan elsewhere reads before the press that a box is not for them', async ({ product, given, visit }) => {
  const say = says.en_US;
  const box = await givenBox(product, { prizes: [moon], regions: ['JP'] });
  const page = await visit.as(await given.fan({ points: 10 }));
  await openBox(page, box.activityId);
  await expect(page.getByText(say('luck.notHere', { country: 'Taiwan' }))).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open 1(?!\d)/ })).toBeDisabled();
});

test('a visitor sees a box with its odds, and signs in to open it', async ({ product, visit }) => {
  const say = says.en_US;
  const box = await givenBox(product, { prizes: [moon] });
  const page = await visit.anonymously();
  await openBox(page, box.activityId);
  await expect(page.getByText(say('box.signIn'))).toBeVisible();
  await expect(page.getByText('100%')).toBeVisible();
  const next = encodeURIComponent(`/box?activityId=${box.activityId}`);
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: say('account.signIn') })
      .last(),
  ).toHaveAttribute('href', `/login?next=${next}`);
});
