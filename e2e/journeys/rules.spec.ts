import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Contract, DataOf, Language } from '@lightstick/contract';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { failCall } from '#/fixtures/fail-call.ts';
import { takeVotes } from '#/fixtures/grant-points.ts';
import { activityId, lastIdol } from '#/fixtures/idols.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks, shots, takesPictures } from '#/looks.ts';

type RuleSet = DataOf<Contract['GET /activity/api/v1/vote/ruleSet']>;

type Words = {
  readonly version: string;
  readonly frozen: RegExp;
  readonly download: string;
  readonly howTo: string;
  readonly lines: readonly (string | RegExp)[];
  readonly yours: string;
  readonly error: string;
  readonly retry: string;
  readonly receiptRules: string;
  readonly receipt: RegExp;
  readonly frozenLate: RegExp;
  readonly sharedGoOn: RegExp;
  readonly endingOfRounds: string;
  readonly comparedLate: RegExp;
  readonly brings: string;
  readonly stepNote: string;
  readonly convert: string;
  readonly leftToday: string;
  readonly endingReached: RegExp;
  readonly paidShareReached: RegExp;
  readonly tooYoung: RegExp;
  readonly nearEnd: RegExp;
};

const says: Record<Language, Words> = {
  en_US: {
    version: 'Version 1',
    frozen: /^Frozen since /,
    download: 'Download the rules',
    howTo: 'How to check it',
    lines: [
      '3 free votes a day. They are used first. At most 1,000 votes a day in all.',
      'One ticket makes 10 votes. From ticket 101 of a day on, 8 votes each.',
      'From 60 to 10 minutes before the end: at most 200 votes a fan.',
      'In the last 10 minutes: at most 50 more.',
      'It stands still for the last 60 minutes, until the result is final.',
      'Who reached the count first stands in front.',
      'when one fan votes more than 30 times within a minute',
      'when more than 5 fans vote from one device within a day',
      'What nobody has decided by then counts.',
      'A verse on the album',
    ],
    yours: 'Your time',
    error: 'The rules of the election could not be loaded.',
    retry: 'Try again',
    receiptRules: 'Rules it was cast under',
    receipt: /^Receipt of /,
    frozenLate: /^Frozen since .*Jan.* 6/,
    sharedGoOn: /^The first 16 go on, and all who share the last of these places\./,
    endingOfRounds: 'From 60 to 10 minutes before the end of a round: at most 200 votes a fan.',
    comparedLate: /on the receipt of every vote since .*Jan.* 6/,
    brings: 'You are short of votes. 2 tickets make 18 votes.',
    stepNote: 'What a ticket is worth depends on how many you convert in a day. You have converted 99 today.',
    convert: 'Turn 2 tickets into votes',
    leftToday: 'Today’s limit leaves you 1,000 votes.',
    endingReached: /^Voting is near its end, and you have cast all votes that may be cast until /,
    paidShareReached: /^You have cast as many votes as may go with the free ones of today/,
    tooYoung: /^Your account is too young to vote in this election. It can from /,
    nearEnd: /^Near the end votes are limited: 2 votes until /,
  },
  zh_TW: {
    version: '第 1 版',
    frozen: /^自 .+ 起凍結$/,
    download: '下載規則檔',
    howTo: '如何自行驗證',
    lines: [
      '每天 3 張免費票，投票時先用。每人每天最多 1,000 票。',
      '1 張投票券可換 10 票。當天第 101 張起，每張可換 8 票。',
      '截止前 60 分鐘至 10 分鐘：每人最多投 200 票。',
      '最後 10 分鐘內：每人最多再投 50 票。',
      '最後 60 分鐘起停止更新',
      '先達到該票數者排在前面。',
      '同一位粉絲一分鐘內投票超過 30 次',
      '同一裝置一天內有超過 5 位粉絲投票',
      '屆時未決定者一律計入。',
      '專輯裡的一段主歌',
    ],
    yours: '您的當地時間',
    error: '無法載入本次活動的規則。',
    retry: '再試一次',
    receiptRules: '投票時適用的規則',
    receipt: /收據/,
    frozenLate: /^自 .*1.*6.+ 起凍結$/,
    sharedGoOn: /^前 16 名晉級，最後一個晉級名次若有並列，並列者全數晉級。/,
    endingOfRounds: '每輪截止前 60 分鐘至 10 分鐘：每人最多投 200 票。',
    comparedLate: /自 .*1.*6.* 規則公布起，也印在每一票的收據上/,
    brings: '票數不足。2 張投票券可換成 18 票。',
    stepNote: '每張可換的票數依當天兌換的張數而定，您今天已兌換 99 張。',
    convert: '用 2 張投票券換票',
    leftToday: '今天的上限還剩 1,000 票。',
    endingReached: /^投票接近截止，.+ 之前可投的票您已投完。$/,
    paidShareReached: /^今天除了免費票之外可投的票已投完/,
    tooYoung: /^您的帳號註冊時間還不夠久/,
    nearEnd: /^接近截止，票數有限制：.+ 之前還可以投 2 票。$/,
  },
};

for (const look of looks) {
  const words = says[look.language];

  test.describe(`in ${look.language}, ${look.theme}`, () => {
    test.use(look);

    test('the rules are told from the document that was published, and its file has the fingerprint on show', async ({
      visit,
      product,
    }) => {
      const page = await visit.anonymously();
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
      await page.goto('/rule');
      const card = page.locator('section', { has: page.locator('#election-rules') });
      await expect(card.getByText(words.version, { exact: true })).toBeVisible();
      await expect(card.getByText(words.frozen)).toBeVisible();
      for (const line of words.lines) await expect(card.getByText(line)).toBeVisible();
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
      await card.getByText(words.lines[6] as string).scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${shots}/rules-middle-${look.language}.png` });
    });

    test(
      'rules that were published after the opening are told to be frozen since then, and rounds with what they share',
      { tag: '@system' },
      async ({ visit }) => {
        const page = await visit.anonymously();
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
        await page.goto('/rule');
        const card = page.locator('section', { has: page.locator('#election-rules') });
        await expect(card.getByText(words.frozenLate)).toBeVisible();
        await expect(card.getByText(words.sharedGoOn)).toBeVisible();
        await expect(card.getByText(words.endingOfRounds)).toBeVisible();
        await card.getByText(words.howTo).click();
        await expect(card.getByText(words.comparedLate)).toBeVisible();
        if (!takesPictures) return;
        await page.screenshot({ path: `${shots}/rules-late-${look.language}.png` });
        await card.getByText(words.sharedGoOn).scrollIntoViewIfNeeded();
        await page.screenshot({ path: `${shots}/rules-shared-${look.language}.png` });
      },
    );

    test('rules that could not be loaded are had by trying again', { tag: '@system' }, async ({ visit }) => {
      const page = await visit.anonymously({ tolerates: [/status of 503/] });
      const failure = { reason: 'OVERLOADED', language: look.language } as const;
      const mend = await failCall(page, '/vote/ruleSet', failure);
      await page.goto('/rule');
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
      await page.goto('/support-record');
      await page.getByRole('button', { name: words.receipt }).first().click();
      const line = page.getByRole('dialog').getByText(`${hash.slice(0, 8)}…${hash.slice(-8)}`);
      await expect(line).toBeVisible();
      await expect(page.getByRole('dialog').getByText(words.receiptRules)).toBeVisible();
      if (takesPictures) await page.screenshot({ path: `${shots}/rules-receipt-${look.language}.png` });
    });

    test('tickets are shown for what they bring before they are converted, over a step too', async ({
      visit,
      given,
      product,
    }) => {
      const fan = await given.fan({ votes: 990, tickets: 3 });
      // 99 tickets converted today, and few of their votes left.
      await takeVotes(product.database, fan.accountId, 900);
      const page = await visit.as(fan);
      await page.goto('/vote-activity');
      await page.getByRole('list').getByRole('listitem').first().getByRole('button').click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('textbox').fill('111');
      await expect(sheet.getByText(words.brings, { exact: true })).toBeVisible();
      await expect(sheet.getByText(words.stepNote, { exact: true })).toBeVisible();
      if (takesPictures) await page.screenshot({ path: `${shots}/rules-step-${look.language}.png` });
      await sheet.getByRole('button', { name: words.convert, exact: true }).click();
      await expect(sheet.getByText(words.brings, { exact: true })).toBeHidden();
      const query = { activityId };
      const mine = await call(product.address, 'GET /activity/api/v1/vote/getUserVoteNum', { query }, fan);
      expect(mine, '90 left, then 10 for the 100th ticket and 8 for the 101st').toMatchObject({
        votes: 108,
        tickets: 1,
        ticketsToday: 101,
      });
      await expect(sheet.getByRole('list').first()).toContainText('108');
    });

    test('the sheet tells what the limit of the day leaves', { tag: '@system' }, async ({ visit, given }) => {
      const page = await visit.as(await given.fan({ votes: 990, tickets: 3 }));
      await page.goto('/vote-activity');
      await page.getByRole('list').getByRole('listitem').first().getByRole('button').click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('textbox').fill('1000');
      await expect(sheet.getByText(words.leftToday)).toBeVisible();
      if (takesPictures) await page.screenshot({ path: `${shots}/rules-sheet-${look.language}.png` });
    });

    test(
      'whoever may not vote by the rules is told until when, before they try',
      { tag: '@system' },
      async ({ visit, given }) => {
        const page = await visit.as(await given.fan({ tickets: 3 }));
        const until = new Date(Date.now() + 600_000).toISOString();
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
          await page.goto('/vote-activity');
          await page.getByRole('list').getByRole('listitem').first().getByRole('button').click();
          await expect(page.getByRole('dialog').getByText(text)).toBeVisible();
          if (takesPictures) await page.screenshot({ path: `${shots}/rules-${name}-${look.language}.png` });
        }
      },
    );

    test(
      'who has cast all of a stretch near the end casts again when the next begins, without a reload',
      { tag: '@system' },
      async ({ visit, given }) => {
        const page = await visit.as(await given.fan({ votes: 20 }));
        // However slow the machine is, the stretch lasts until its words are on the screen.
        let isOver = false;
        await page.route('**/vote/getUserVoteNum*', async (route) => {
          const response = await route.fetch();
          const { data, ...envelope } = (await response.json()) as { data: object };
          const ending = isOver ? null : { votes: 0, until: new Date(Date.now() + 3000).toISOString() };
          const left = { dailyCap: null, paidShare: null, ending };
          await route.fulfill({ response, json: { ...envelope, data: { ...data, left } } });
        });
        await page.goto('/vote-activity');
        await page.getByRole('list').getByRole('listitem').first().getByRole('button').click();
        const sheet = page.getByRole('dialog');
        await expect(sheet.getByText(words.endingReached)).toBeVisible();
        isOver = true;
        await expect(sheet.getByRole('textbox')).toBeVisible({ timeout: 60_000 });
        await expect(sheet.getByText(words.endingReached)).toBeHidden();
      },
    );
  });
}
