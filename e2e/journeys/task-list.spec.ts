import { randomBytes } from 'node:crypto';
import type { Contract, DataOf } from '@lightstick/contract';
import type { Page } from '@playwright/test';
import { asBuilt } from '#/fixtures/as-built.ts';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { loadPage, openPage, reloadPage } from '#/fixtures/in-app.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { runJob } from '#/fixtures/run-job.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { taskWordsIn } from '#/pages/task-texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

/**
 * Puts a task in place that opens and ends the given seconds from now, as an operator's content would: otherwise a copy of
 * the visit to the mall. Gone when disposed of.
 */
async function givenTimedTask(
  { database, time }: Pick<Product, 'database' | 'time'>,
  { title, opensIn, endsIn }: { title: string; opensIn: number; endsIn: number },
): Promise<AsyncDisposable> {
  const id = `timed-${randomBytes(4).toString('hex')}`;
  await database.query(
    `INSERT INTO task
     SELECT (jsonb_populate_record(mall, jsonb_build_object(
              'id', $1::text, 'title', jsonb_build_object('en_US', $2::text, 'zh_TW', $2::text),
              'opens_at', $3::timestamptz, 'ends_at', $4::timestamptz))).*
       FROM task mall WHERE id = 'visit-mall'`,
    [id, title, time.now(opensIn * 1000), time.now(endsIn * 1000)],
  );
  return {
    async [Symbol.asyncDispose]() {
      await database.query('UPDATE task SET retired = true WHERE id = $1', [id]);
    },
  };
}

/** Makes a fan one who came by another's code, with the reward of the demo on its way. */
async function bringFriend(
  { database }: Pick<Product, 'database'>,
  { newcomer, inviter }: { newcomer: Fan; inviter: Fan },
): Promise<void> {
  await database.query(
    `WITH friend AS (
       UPDATE fan SET invited_by = (SELECT id FROM fan WHERE account_id = $2) WHERE account_id = $1
       RETURNING id, invited_by)
     INSERT INTO invite (newcomer_id, inviter_id, reward, most_rewarded, key, joined_at)
     SELECT id, invited_by, 100, 20, gen_random_uuid(), now() FROM friend`,
    [newcomer.accountId, inviter.accountId],
  );
}

type TasksByTab = DataOf<Contract['POST /task/api/v1/task/getTasksList']>;

for (const { language, theme } of looks) {
  test.describe(`the tasks in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = textsIn[language];
    const told = taskWordsIn[language];

    test('are found by their tabs and by search, and the address keeps both', async ({ given, visit }) => {
      const page = await visit.as(await given.fan());
      const tasks = new TaskScreen(page, words);
      await tasks.open();
      const tabs = page.getByRole('tab');
      await expect(tabs).toHaveText([...told.tabs]);
      await expect(page.getByText(told.leftToday)).toBeVisible();
      await expect(page.getByText(told.dailyReset)).toBeVisible();
      const checkIn = page.getByRole('region', { name: told.checkIn });
      const bar = page.getByRole('navigation').getByRole('link', { name: words.tasks, exact: true });
      const room = async () => {
        const [card, link] = [await checkIn.boundingBox(), await bar.boundingBox()];
        return (link?.y ?? 0) - ((card?.y ?? 0) + (card?.height ?? 0));
      };
      await expect.poll(room, 'the check-in is whole above the bar').toBeGreaterThan(0);
      await expect(tasks.next.getByRole('listitem')).toHaveCount(3);
      await expect(tasks.next).toContainText(told.mallVisit);
      await tasks.shut.click();
      await expect(tasks.task(told.poster).getByRole('img', { name: told.states.stayTuned })).toBeVisible();
      await expect(tasks.task(words.social.bindX).getByRole('img', { name: told.states.unlicensed })).toBeVisible();
      expect(await violations(page), 'what axe finds on the list').toEqual([]);

      await page.getByRole('tab', { name: told.promotional }).click();
      await expect(page).toHaveURL(/\/task\?tab=promotionalTasks$/);
      await expect(tasks.task(told.poster)).toBeVisible();
      await expect(tasks.task(told.mallVisit)).toBeHidden();
      await reloadPage(page);
      await expect(page.getByRole('tab', { name: told.promotional })).toHaveAttribute('aria-selected', 'true');

      const search = page.getByRole('searchbox', { name: told.search });
      await page.getByRole('tab').first().click();
      await search.fill(told.typed);
      await expect(tasks.tasks).toHaveCount(1);
      await expect(tasks.tasks).toContainText(told.found);
      await expect(page).toHaveURL(/\/task\?q=/);
      await reloadPage(page);
      await expect(tasks.tasks).toHaveCount(1);

      await search.fill('zzz');
      await expect(page.getByText(told.nobody)).toBeVisible();
      await search.press('Escape');
      await expect(search).toHaveValue('');
      await expect(page).toHaveURL(/\/task$/);
      await expect(tasks.task(words.social.bindX)).toBeVisible();
      await search.fill('zzz');
      await page.getByRole('button', { name: told.showAll }).click();
      await expect(tasks.task(words.social.bindX)).toBeVisible();
    });

    test(
      'are reached by a link, which brings one into view and may open it',
      { tag: '@system' },
      async ({ given, visit }) => {
        const page = await visit.as(await given.fan());
        const tasks = new TaskScreen(page, words);
        await openPage(page, '/task?task=promotion-final-poster&tab=promotionalTasks');
        const poster = tasks.task(told.poster);
        await expect(poster).toHaveAttribute('aria-current', 'true');
        await expect(poster).toBeFocused();
        await expect(poster).toBeInViewport({ ratio: 1 });
        await tasks.shut.click();
        await expect(poster, 'a fold that the fan closes stays closed').toHaveCount(0);

        // As hosts write it, with the parameters in the hash.
        await loadPage(page, '/#/task?task=visit-ranking&open=1');
        const sheet = page.getByRole('dialog', { name: words.threeVisits });
        await expect(sheet).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(sheet).toBeHidden();
        await expect(page).toHaveURL(/\/task\?task=visit-ranking$/);
        await reloadPage(page);
        await expect(tasks.task(words.threeVisits)).toBeFocused();
        await expect(sheet).toBeHidden();

        await openPage(page, '/task?task=daily-check-in');
        await expect(page.getByRole('region', { name: told.checkIn })).toBeFocused();
        await openPage(page, '/task?task=no-such-task');
        await expect(page.getByRole('alert')).toContainText(told.unknown);
      },
    );

    test('with three links pay when each of them was visited long enough', async ({ given, visit }) => {
      const page = await visit.as(await given.fan());
      const tasks = new TaskScreen(page, words);
      const { trio } = told;
      await tasks.open();
      const row = await tasks.find(words.threeVisits);
      const sheet = page.getByRole('dialog', { name: words.threeVisits });
      const [ranking, home, channel] = trio.labels;
      for (const label of [ranking, home]) {
        await row.getByRole('button').click();
        await sheet.getByRole('link', { name: label }).click();
        await expect(page, 'a page of ours opens in this window').not.toHaveURL(({ pathname }) => pathname === '/task');
        // The address changes before the screen: a fan who goes back at once finds the sheet as it was.
        await expect(sheet).toBeHidden();
        await page.goBack();
      }
      await row.getByRole('button').click();
      await expect(sheet.getByRole('button', { name: words.claimVisit })).toBeHidden();
      const opened = page.waitForEvent('popup');
      await sheet.getByRole('link', { name: channel }).click();
      await (await opened).close();
      await expect(sheet.getByText(trio.done)).toBeVisible({ timeout: 15_000 });
      await sheet.getByRole('button', { name: trio.claim }).click();
      await expect(row.getByRole('img', { name: told.awarded })).toBeVisible();
      await expect(page.getByRole('link', { name: words.toPage })).toContainText('60');
    });

    test('bring Points for friends who vote', { tag: '@system' }, async ({ product, given, visit }) => {
      const { invite } = told;
      const [fan, ...friends] = await Promise.all([given.fan(), given.fan(), given.fan()]);
      const page = await visit.as(fan);
      const tasks = new TaskScreen(page, words);
      for (const newcomer of friends) await bringFriend(product, { newcomer, inviter: fan });
      const { idolId } = await lastIdol(product.address);
      const friendVotes = async (index: number) => {
        const friend = friends[index];
        if (!friend) throw new Error(`There is no friend ${index}`);
        await given.vote(friend, { idolId, num: 1 });
        await runJob(product, 'reward-invites');
      };
      const card = tasks.task(invite.title);
      const friendsWhoVoted = async () => {
        const byTab = await call(product.address, 'POST /task/api/v1/task/getTasksList', { body: {} }, fan);
        const all = Object.values(byTab).flat();
        return all.find(({ kind }) => kind === 'invite')?.progress?.done;
      };

      await friendVotes(0);
      await expect.poll(friendsWhoVoted).toBe(1);
      await tasks.open();
      await tasks.find(invite.title);
      await expect(card).toContainText('1 / 2');
      await expect(card).toContainText(invite.pending);
      await card.getByRole('button').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(invite.friends);

      await friendVotes(1);
      await expect.poll(friendsWhoVoted).toBe(2);
      await loadPage(page, '/task');
      await tasks.find(invite.title);
      await expect(card.getByRole('img', { name: told.states.completed })).toBeVisible();
      await card.getByRole('button', { name: invite.claim }).click();
      await expect(page.getByText(invite.paid)).toBeVisible();
      await expect(card.getByRole('img', { name: told.awarded })).toBeVisible();
    });

    test('keep a calendar of the days on which the fan checked in', { tag: '@system' }, async ({ given, visit }) => {
      const page = await visit.as(await given.fan());
      const tasks = new TaskScreen(page, words);
      const { calendar } = told;
      await tasks.open();
      await tasks.checkIn.click();
      await expect(tasks.checkedIn).toBeVisible();
      await page.getByText(calendar.title).first().click();
      await expect(page.getByText(calendar.count)).toBeVisible();
      await expect(page.getByRole('table', { name: calendar.title }).locator('[aria-current]')).toHaveText(
        calendar.today,
      );
    });

    test(
      'show legible days in the calendar: claimed, past, today and ahead',
      { tag: '@system' },
      async ({ given, visit }) => {
        const page = await visit.as(await given.fan());
        await answerWednesday(page);
        await new TaskScreen(page, words).open();
        await page.getByText(told.calendar.title).first().click();
        const days = page.getByRole('table', { name: told.calendar.title });
        await expect(days.locator('[aria-current]')).toContainText('18');
        expect(await violations(page), 'what axe finds with the calendar open').toEqual([]);
      },
    );

    test('open and end on the open page, without a reload', { tag: '@system' }, async ({ product, given, visit }) => {
      const page = await visit.as(await given.fan());
      const tasks = new TaskScreen(page, words);
      const title = `Soon ${language}`;
      await page.clock.install();
      // Longer than the test takes.
      const turn = 180;
      const passTurn = async () => {
        await product.time.pass(turn * 1000);
        await page.clock.fastForward(turn * 1000);
      };
      await using _timed = await givenTimedTask(product, { title, opensIn: turn, endsIn: 2 * turn });
      await tasks.open();
      const card = await tasks.find(title);
      await expect(card).toContainText(told.timed.opensIn);
      await expect(card.getByRole('img', { name: told.states.stayTuned })).toBeVisible();
      await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''));

      await passTurn();
      await expect(card.getByRole('link', { name: words.openLink })).toBeVisible();
      await expect(card).toContainText(told.timed.endsIn);
      await passTurn();
      await expect(card.getByText(told.timed.ended)).toBeVisible();
      await expect(card.getByRole('button').or(card.getByRole('link'))).toHaveCount(0);
      await expect(page.locator('[data-not-reloaded]')).toHaveCount(1);
    });
  });
}

test(
  'a task that was claimed on another device is awarded when the fan comes back to the page',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan();
    const page = await visit.as(fan);
    const tasks = new TaskScreen(page, textsIn.en_US);
    await tasks.open();
    await expect(tasks.checkIn).toBeVisible();
    const body = { taskId: 'daily-check-in' };
    await call(product.address, 'POST /task/api/v1/task/completeAndClaimPoint', { body }, fan);
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(tasks.checkedIn).toBeVisible();
  },
);

/** Shows the calendar of check-ins as on a Wednesday on which the fan has yet to check in: with days of every kind. */
async function answerWednesday(page: Page): Promise<void> {
  await asBuilt(page);
  await page.route('**/getTasksList*', async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = (await response.json()) as { data: TasksByTab };
    const calendar = { today: '2026-11-18', claimed: ['2026-11-16'] };
    const tabs = Object.entries(data).map(([tab, tasks]) => {
      return [tab, tasks?.map((task) => (task.calendar ? { ...task, calendar } : task))] as const;
    });
    await route.fulfill({ response, json: { ...envelope, data: Object.fromEntries(tabs) } });
  });
}
