import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Contract, DataOf } from '@lightstick/contract';
import { violations } from '#/fixtures/accessibility.ts';
import { asBuilt } from '#/fixtures/as-built.ts';
import { call } from '#/fixtures/call.ts';
import { failCall } from '#/fixtures/fail-call.ts';
import { takeVotes } from '#/fixtures/grant-points.ts';
import { activityId, lastIdol } from '#/fixtures/idols.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks, shots, takesPictures } from '#/looks.ts';
import { textsOf } from '#/pages/texts.ts';

type RuleSet = DataOf<Contract['GET /activity/api/v1/vote/ruleSet']>;

/** The demo's rules in words. */
const says = textsOf({
  version: (say) => say('ruleSet.version', { version: 1 }),
  frozen: (say) => say.withAny('ruleSet.frozen', ['at']),
  download: 'ruleSet.download',
  howTo: 'ruleSet.howTo',
  lines: (say) => [
    say('ruleSet.votesFree', { free: 3 }),
    say('ruleSet.votesCap', { cap: 1000 }),
    say('ruleSet.ticketFirst', { votes: 10 }),
    say('ruleSet.ticketFrom', { from: 101, votes: 8 }),
    say('ruleSet.endingText', { minutes: 60, until: 10, stretch: 1, votes: 200, rounds: 1 }),
    say('ruleSet.endingText', { minutes: 10, until: 0, stretch: 2, votes: 50, rounds: 1 }),
    say('ruleSet.freezeText', { minutes: 60, rounds: 1 }),
    say('ruleSet.tieReachedFirst'),
    say('ruleSet.quarantineCalls', { count: 30 }),
    say('ruleSet.quarantineDevice', { count: 5 }),
    say('ruleSet.quarantineReleased', { hours: 24, rounds: 1 }),
  ],
  /** The content pack's own words. */
  prize: { en_US: 'A verse on the album', zh_TW: '專輯裡的一段主歌' },
  yours: (say) => say.withAny('ruleSet.windowYours', ['zone']),
  error: 'electionRules.error',
  retry: 'common.retry',
  receiptRules: 'receipt.rules',
  receipt: (say) => say.withAny('receipt.of', ['count', 'name']),
  sharedGoOn: (say) => say('ruleSet.roundGoOnShared', { goOn: 16 }),
  endingOfRounds: (say) => say('ruleSet.endingText', { minutes: 60, until: 10, stretch: 1, votes: 200, rounds: 2 }),
  comparedLate: (say) => say.withAny('ruleSet.howToCompareSince', ['at']),
  usesTickets: (say) => say('vote.usesTickets', { tickets: 2, votes: 18 }),
  priceStep: (say) => say('vote.priceStep', { today: 99 }),
  cast: (say) => say('vote.cast', { count: 111 }),
  counted: (say) => say('vote.counted', { count: 111 }),
  leftToday: (say) => say('vote.limit.dailyCap', { left: 1000 }),
  endingReached: (say) => say.withAny('vote.endingReached', ['until']),
  paidShareReached: (say) => say.withAny('vote.paidShareReached', ['timeZone']),
  tooYoung: (say) => say.withAny('vote.tooYoung', ['from']),
  nearEnd: (say) => say.withAny('vote.limit.ending', ['until'], { left: 2 }),
});
/** 6 January, as both languages write it. */
const sixthOfJanuary = /Jan.* 6|1.*6/;

for (const look of looks) {
  const words = says[look.language];

  test.describe(`in ${look.language}, ${look.theme}`, () => {
    test.use(look);

    test('the rules are shown from the published document, and its file has the fingerprint that is shown', async ({
      visit,
      product,
    }) => {
      const page = await visit.anonymously();
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
      await openPage(page, '/rule');
      const card = page.locator('section', { has: page.locator('#election-rules') });
      await expect(card.getByText(words.version, { exact: true })).toBeVisible();
      await expect(card.getByText(words.frozen)).toBeVisible();
      for (const line of [...words.lines, words.prize]) await expect(card.getByText(line)).toBeVisible();
      await expect(card.getByText(words.yours)).toBeVisible();

      const { hash } = await call(product.address, 'GET /activity/api/v1/vote/ruleSet', { query: { activityId } });
      await expect(card.getByText(`${hash.slice(0, 8)}…${hash.slice(-8)}`)).toBeVisible();
      await card.getByText(words.howTo).click();
      await expect(card.getByText(hash, { exact: true })).toBeVisible();
      await expect(card.getByText('sha256sum rules-1004-v1.json')).toBeVisible();
      const download = page.waitForEvent('download');
      await card.getByRole('link', { name: words.download }).click();
      const file = await readFile(await (await download).path());
      expect(createHash('sha256').update(file).digest('hex')).toBe(hash);

      expect(await violations(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, 'pixels by which the screen is wider than the phone').toBeLessThanOrEqual(0);
      if (!takesPictures) return;
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: `${shots}/rules-${look.language}.png` });
      await card.getByText(words.howTo).scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${shots}/rules-check-${look.language}.png` });
      await card.getByText(words.lines[8] ?? '').scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${shots}/rules-middle-${look.language}.png` });
    });

    test(
      'rules published after the opening are shown as frozen since then, and rounds with what they share',
      { tag: '@system' },
      async ({ visit }) => {
        const page = await visit.anonymously();
        await asBuilt(page);
        await page.route('**/vote/ruleSet*', async (route) => {
          const response = await route.fetch();
          const { data, ...envelope } = (await response.json()) as { data: RuleSet };
          const { opensAt, closesAt } = data.document;
          const between = new Date(Date.now() - 86_400_000).toISOString();
          const rounds = [
            { opensAt, closesAt: between, goOn: 16, carries: false },
            { opensAt: between, closesAt, goOn: null, carries: false },
          ];
          const document = { ...data.document, opensAt: '2026-01-05T04:00:00.000Z', tieRule: 'sharedPlace', rounds };
          const late = { ...data, publishedAt: '2026-01-06T04:00:00.000Z', document };
          await route.fulfill({ response, json: { ...envelope, data: late } });
        });
        await openPage(page, '/rule');
        const card = page.locator('section', { has: page.locator('#election-rules') });
        await expect(card.getByText(words.frozen)).toHaveText(sixthOfJanuary);
        await expect(card.getByText(words.sharedGoOn)).toBeVisible();
        await expect(card.getByText(words.endingOfRounds)).toBeVisible();
        await card.getByText(words.howTo).click();
        await expect(card.getByText(words.comparedLate)).toHaveText(sixthOfJanuary);
        if (!takesPictures) return;
        await page.screenshot({ path: `${shots}/rules-late-${look.language}.png` });
        await card.getByText(words.sharedGoOn).scrollIntoViewIfNeeded();
        await page.screenshot({ path: `${shots}/rules-shared-${look.language}.png` });
      },
    );

    test('rules that could not be loaded are shown after Retry', { tag: '@system' }, async ({ visit }) => {
      const page = await visit.anonymously({ tolerates: [/status of 503/] });
      const failure = { reason: 'OVERLOADED', language: look.language } as const;
      const mend = await failCall(page, '/vote/ruleSet', failure);
      await openPage(page, '/rule');
      await expect(page.getByText(words.error)).toBeVisible();
      if (takesPictures) await page.screenshot({ path: `${shots}/rules-error-${look.language}.png` });
      await mend();
      await page.getByRole('button', { name: words.retry }).click();
      await expect(page.getByText(words.version, { exact: true })).toBeVisible();
    });

    test('the receipt of a vote names the rules it was cast under', async ({ visit, given, product }) => {
      const fan = await given.fan();
      await given.vote(fan, { idolId: (await lastIdol(product.address)).idolId, num: 1 });
      const { hash } = await call(product.address, 'GET /activity/api/v1/vote/ruleSet', { query: { activityId } });
      const page = await visit.as(fan);
      await openPage(page, '/support-record');
      await page.getByRole('button', { name: words.receipt }).first().click();
      const line = page.getByRole('dialog').getByText(`${hash.slice(0, 8)}…${hash.slice(-8)}`);
      await expect(line).toBeVisible();
      await expect(page.getByRole('dialog').getByText(words.receiptRules)).toBeVisible();
      if (takesPictures) await page.screenshot({ path: `${shots}/rules-receipt-${look.language}.png` });
    });

    test('the sheet shows how many tickets a vote uses and what they bring, also across a price step', async ({
      visit,
      given,
      product,
    }) => {
      const fan = await given.fan({ votes: 990, tickets: 3 });
      // 99 tickets converted today, and few of their votes left.
      await takeVotes(product, fan.accountId, 900);
      const page = await visit.as(fan);
      await openPage(page, '/vote-activity');
      await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('textbox').fill('111');
      await expect(sheet.getByText(words.usesTickets, { exact: true })).toBeVisible();
      await expect(sheet.getByText(words.priceStep, { exact: true })).toBeVisible();
      if (takesPictures) await page.screenshot({ path: `${shots}/rules-step-${look.language}.png` });
      await sheet.getByRole('button', { name: words.cast, exact: true }).click();
      await expect(sheet.getByText(words.counted)).toBeVisible();
      const query = { activityId };
      const mine = await call(product.address, 'GET /activity/api/v1/vote/getUserVoteNum', { query }, fan);
      expect(mine, '90 left and 3 free, then 10 for the 100th ticket and 8 for the 101st').toMatchObject({
        votes: 0,
        freeVotesToday: 0,
        tickets: 1,
        ticketsToday: 101,
      });
    });

    test('the sheet shows how many votes the daily limit leaves', { tag: '@system' }, async ({ visit, given }) => {
      const page = await visit.as(await given.fan({ votes: 990, tickets: 3 }));
      await openPage(page, '/vote-activity');
      await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('textbox').fill('1000');
      await expect(sheet.getByText(words.leftToday)).toBeVisible();
      if (takesPictures) await page.screenshot({ path: `${shots}/rules-sheet-${look.language}.png` });
    });

    test(
      'a fan whom the rules do not let vote yet sees the date before they try',
      { tag: '@system' },
      async ({ product, visit, given }) => {
        const page = await visit.as(await given.fan({ tickets: 3 }));
        const until = product.time.now(600_000).toISOString();
        for (const [name, limits, text] of [
          ['ending', { left: { dailyCap: null, paidShare: null, ending: { votes: 0, until } } }, words.endingReached],
          ['share', { left: { dailyCap: null, paidShare: 0, ending: null } }, words.paidShareReached],
          ['young', { mayVoteFrom: until }, words.tooYoung],
          ['near', { left: { dailyCap: null, paidShare: null, ending: { votes: 2, until } } }, words.nearEnd],
        ] as const) {
          await page.unrouteAll();
          await page.route('**/vote/getUserVoteNum*', async (route) => {
            const response = await route.fetch();
            const { data, ...envelope } = (await response.json()) as { data: object };
            await route.fulfill({ response, json: { ...envelope, data: { ...data, ...limits } } });
          });
          await openPage(page, '/vote-activity');
          await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
          await expect(page.getByRole('dialog').getByText(text)).toBeVisible();
          if (takesPictures) await page.screenshot({ path: `${shots}/rules-${name}-${look.language}.png` });
        }
      },
    );

    test(
      'a fan who has cast all votes of a stretch near the end can vote again in the next one, without a reload',
      { tag: '@system' },
      async ({ product, visit, given }) => {
        const page = await visit.as(await given.fan({ votes: 20 }));
        // However slow the machine is, the stretch lasts until its words are on the screen.
        let isOver = false;
        await page.route('**/vote/getUserVoteNum*', async (route) => {
          const response = await route.fetch();
          const { data, ...envelope } = (await response.json()) as { data: object };
          const ending = isOver ? null : { votes: 0, until: product.time.now(3000).toISOString() };
          const left = { dailyCap: null, paidShare: null, ending };
          await route.fulfill({ response, json: { ...envelope, data: { ...data, left } } });
        });
        await openPage(page, '/vote-activity');
        await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
        const sheet = page.getByRole('dialog');
        await expect(sheet.getByText(words.endingReached)).toBeVisible();
        isOver = true;
        await expect(sheet.getByRole('textbox')).toBeVisible({ timeout: 60_000 });
        await expect(sheet.getByText(words.endingReached)).toBeHidden();
      },
    );
  });
}
