import type { Locator, Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { closeRaffle, drawRaffle, givenRaffle } from '#/fixtures/given-campaign.ts';
import { inApp, openPage, reloadPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { says } from '#/pages/texts.ts';

const prizes = [
  { title: 'Jackpot', gives: { asset: 'POINT', amount: 500 }, isRare: true, total: 1 },
  { title: 'Some', gives: { asset: 'POINT', amount: 20 }, total: 2 },
];

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const say = says[language];

    test('a fan earns a draw by voting and opens a red envelope', async ({ product, given, visit }) => {
      const fan = await given.fan({ nickname: 'Hana', votes: 20 });
      const page = await visit.as(fan);
      await openPage(page, '/activity?kind=draws');
      await page
        .getByRole('link', { name: say('activity.envelope') })
        .first()
        .click();
      await inApp(page);
      await expect(page.getByRole('button', { name: say('draw.noAttempts') })).toBeDisabled();
      await expect(page.getByRole('link', { name: say('draw.go.checkIn') })).toHaveAttribute('href', '/task');
      expect(await violations(page), 'what axe finds').toEqual([]);

      await page.getByRole('button', { name: say('box.odds') }).click();
      const odds = page.getByRole('dialog', { name: say('box.odds') });
      const perDay = { way: say('draw.by.checkIn', { each: 1 }), most: 1 };
      await expect(odds.getByText(say('box.rule.earnedText', perDay))).toBeVisible();
      await odds.getByRole('button', { name: say('common.done') }).click();

      const { list } = await call(product.address, 'GET /activity/api/v1/vote/ranking', {
        query: { activityId: '1004' },
      });
      await given.vote(fan, { idolId: list.at(-1)?.idolId ?? '', num: 20 });
      // The draw's own answer may be older than the vote: how many are left says `drawRedEnvelopesCount`.
      await page.route('**/packet/getActivityDetail?*', async (route) => {
        const response = await route.fetch();
        const { data, ...envelope } = (await response.json()) as { data: { attempts: object | null } };
        await route.fulfill({ response, json: { ...envelope, data: { ...data, attempts: null } } });
      });
      await reloadPage(page);
      await page.getByRole('button', { name: say('draw.draw') }).click();
      const reveal = page.getByRole('dialog');
      const main = reveal.getByRole('link');
      await expect(main).toBeVisible();
      const won = Number(/\d+/.exec(await reveal.getByRole('status').first().innerText())?.[0]);
      const next = won >= 50 ? say('topUp.exchange', { points: 50, tickets: 1 }) : say('vote.earnPoints');
      await expect(main, `with ${won} Points`).toHaveText(next);
      expect(await violations(page), 'what axe finds when it is open').toEqual([]);
      const again = reveal.getByRole('button', { name: say('draw.again', { count: 1 }) });
      await again.click();
      await expect(reveal.getByRole('button', { name: say('common.done') })).toBeVisible();
      await expect(again, 'the attempts are used up').toHaveCount(0);
      await reveal.getByRole('button', { name: say('common.done') }).click();
      const results = page.getByRole('list', { name: say('draw.results') }).getByRole('listitem');
      await expect(results.filter({ hasText: 'Hana' })).toContainText([say('draw.me'), say('draw.me')]);
      await expect(page.getByRole('button', { name: say('draw.noAttempts') })).toBeDisabled();
    });

    test('a fan enters a raffle, sees it drawn, and recomputes it', async ({ product, given, visit }) => {
      const raffle = await givenRaffle(product, { prizes });
      const { closesAt } = raffle;
      const page = await visit.as(await given.fan({ nickname: 'Hana', points: 100 }));
      await openPage(page, `/draw?activityId=${raffle.activityId}`);
      await page.getByRole('button', { name: say('draw.enter') }).click();
      await page.getByRole('button', { name: '2', exact: true }).click();
      await page.getByRole('button', { name: say('draw.enterFor', { count: 2, points: 20 }) }).click();
      const sheet = page.getByRole('dialog', { name: say('draw.entered') });
      await expect(sheet.getByText(say('draw.enteredTimes', { count: 2 }))).toBeVisible();
      expect(await violations(page), 'what axe finds').toEqual([]);
      const times = async (within: Locator) => (await within.innerText()).match(/\d\d:\d\d/g);
      const close = await page.evaluate((at) => new Date(at).toTimeString().slice(0, 5), closesAt.toISOString());
      await expect.poll(() => times(sheet), 'a raffle has one time, that of its rules').toEqual([close]);
      await expect.poll(() => times(page.getByRole('main')), 'also where the proof is promised').toEqual([close]);
      const [days = 0, hours = 0, minutes = 0, seconds = 0] = (await page.getByRole('timer').getAttribute('aria-label'))
        ?.match(/\d+/g)
        ?.map(Number) ?? [Number.NaN];
      const leftMs = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
      expect(
        Math.abs(closesAt.getTime() - product.time.now().getTime() - leftMs),
        'the countdown ends then',
      ).toBeLessThan(30_000);
      await sheet.getByRole('button', { name: say('common.done') }).click();
      await expect(page.getByText(say('draw.myEntries', { count: 2, limit: 5 }))).toBeVisible();

      await closeRaffle(product, raffle);
      await expect(page.getByText(say('draw.frozen'))).toBeVisible();
      await page.getByRole('button', { name: say('proof.open') }).click();
      const proof = page.getByRole('dialog', { name: say('proof.title') });
      await expect(proof.getByText(say('proof.mine.entry', { place: 1, count: 2 }))).toBeVisible();
      await proof.getByRole('button', { name: say('common.done') }).click();

      await drawRaffle(product);
      const winners = page
        .getByRole('list', { name: say('draw.winners') })
        .first()
        .getByRole('listitem');
      await expect(winners).toContainText(['Hana']);
      await expect(page.getByText(say('draw.won', { place: 1 }), { exact: true })).toBeVisible();
      const outcome = `${say('draw.outcome', { name: 'Hana' })} ${say('draw.won', { place: 1 })}`;
      await expect(page.getByRole('status').filter({ hasText: outcome }), 'what is read aloud').toHaveCount(1);
      expect(await violations(page), 'what axe finds when it is drawn').toEqual([]);
      await page.getByRole('button', { name: say('proof.open') }).click();
      await expect(proof.getByText(say('proof.verdict.whole'))).toBeVisible();
      await expect(proof.getByText(say('proof.mine.promiseKept'))).toBeVisible();
      await proof.getByRole('button', { name: say('common.done') }).click();
      await promiseOtherRules(page);
      await page.getByRole('button', { name: say('proof.open') }).click();
      // The steps add up, and this browser was promised other rules.
      await expect(proof.getByText(say('proof.verdict.otherPromise'))).toBeVisible();
      await expect(proof.getByText(say('proof.mine.promiseBroken'))).toBeVisible();
      await expect(proof.getByText(say('proof.mine.hashOwn'))).toBeVisible();
      await proof.getByRole('button', { name: say('common.done') }).click();
      await page.getByRole('link', { name: say('luckRecords.title') }).click();
      await expect(page.getByRole('list', { name: say('luckRecords.title') })).toContainText(raffle.title);
    });
  });
}

/** Makes the browser remember that it was promised other rules than those that hold. */
async function promiseOtherRules(page: Page): Promise<void> {
  await page.evaluate(
    ({ name, documentHash }) => {
      const promises = JSON.parse(localStorage.getItem(name) ?? '[]') as object[];
      localStorage.setItem(name, JSON.stringify(promises.map((promise) => ({ ...promise, documentHash }))));
    },
    { name: 'lightstick.promises', documentHash: '0'.repeat(64) },
  );
}

/** Counts the places that roll at once, from now on: all of them do so for two seconds only. */
async function watchRolling(page: Page, label: string): Promise<() => Promise<number>> {
  const watched = await page.evaluateHandle((name) => {
    const seen = { most: 0 };
    new MutationObserver(() => {
      const places = [...document.querySelectorAll(`ol[aria-label="${name}"] li`)];
      seen.most = Math.max(seen.most, places.filter(({ textContent }) => textContent.includes('?')).length);
    }).observe(document, { childList: true, subtree: true, characterData: true });
    return seen;
  }, label);
  return async () => (await watched.jsonValue()).most;
}

test(
  'a fan who waits for a raffle sees the names roll, and may skip; without entries nothing is drawn',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const say = says.en_US;
    const raffle = await givenRaffle(product, { prizes });
    const body = { activityId: raffle.activityId, num: 1, price: 10 };
    for (const nickname of ['Lumi', 'Kei', 'Noa', 'Rin']) {
      const fan = await given.fan({ nickname, points: 10 });
      await call(product.address, 'POST /wallet/api/v1/pointsMall/participateActivity', { body }, fan);
    }
    const page = await visit.anonymously({ motion: 'full' });
    await closeRaffle(product, raffle);
    await openPage(page, `/draw?activityId=${raffle.activityId}`);
    await expect(page.getByText(say('draw.frozen'))).toBeVisible();
    const mostRolling = await watchRolling(page, say('draw.winners'));
    await drawRaffle(product);
    const places = page.getByRole('list', { name: say('draw.winners') }).getByRole('listitem');
    await page.getByRole('button', { name: say('box.skip') }).click();
    await expect.poll(() => mostRolling()).toBe(3);
    await expect(places.filter({ hasText: '?' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: say('draw.watch') })).toBeVisible();
    await page.getByRole('button', { name: say('proof.open') }).click();
    await expect(page.getByRole('dialog').getByText(say('proof.verdict.whole'))).toBeVisible();

    const empty = await givenRaffle(product, { prizes });
    await openPage(page, `/draw?activityId=${empty.activityId}`);
    await expect(page.getByRole('timer')).toBeVisible();
    await closeRaffle(product, empty, 'empty');
    await expect(page.getByText(say('draw.emptyText'))).toBeVisible();
  },
);
