import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { givenOperator } from '#/fixtures/given-operator.ts';
import { activityId, lastIdol } from '#/fixtures/idols.ts';
import { votesOfIdol } from '#/fixtures/ledger-facts.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { inApp, loadPage, openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks, shots, takesPictures } from '#/looks.ts';
import { textsOf } from '#/pages/texts.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { textsIn } from '#/pages/catalogue.ts';

/** The words about votes that were set aside, in both languages. */
const quarantineTextsIn = textsOf({
  cast: (say) => say('quarantine.cast', { count: 3 }),
  why: { en_US: 'Several accounts voted on this device within a day.', zh_TW: '這台裝置在一天內有多個帳號投票。' },
  nothingToDo: 'quarantine.nothingToDo',
  waiting: 'quarantine.state.quarantined',
  released: 'quarantine.state.released',
  itCounts: 'quarantine.note.released',
  reason: { en_US: 'A family shares this device.', zh_TW: '家人共用同一台裝置。' },
  line: (say) => say.withNumbers('quarantine.line', ['all', 'quarantined', 'released', 'voided']),
  title: 'quarantine.title',
  state: 'records.state',
  ofIdol: (say) => say('quarantine.ofIdol', { quarantined: 3, voided: 0 }),
});

const doVote = 'POST /activity/api/v1/vote/doVote';
/** Of the demo's rules: one more fan on a device, and the votes from there are set aside. */
const fansPerDevice = 5;

/** What an operator decides about all of a fan's votes that were set aside. */
async function release({ address, database }: Product, fan: Fan): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(await givenOperator({ database }, 'moderator')) };
  const listed = await fetch(`${address}/operator/api/v1/votes/quarantined?activityId=${activityId}&pageSize=1000`, {
    headers,
  });
  const { data } = (await listed.json()) as { data: { list: { voteId: string; accountId: string }[] } };
  const voteIds = data.list.filter(({ accountId }) => accountId === fan.accountId).map(({ voteId }) => voteId);
  const body = {
    activityId,
    voteIds,
    verdict: 'released',
    reason: { en_US: quarantineTextsIn.en_US.reason, zh_TW: quarantineTextsIn.zh_TW.reason },
    why: 'looked at the accounts',
  };
  const decided = await fetch(`${address}/operator/api/v1/votes/decide`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  expect(await decided.json()).toMatchObject({ code: 0, data: { num: 3 } });
}

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const told = quarantineTextsIn[language];

    test('votes that are set aside say so calmly, and count once they are released', async ({
      product,
      given,
      visit,
    }) => {
      const { address, database } = product;
      const picture = async (page: Page, name: string) => {
        if (takesPictures) await page.screenshot({ path: join(shots, `set-aside-${name}-${language}-${theme}.png`) });
      };
      const idol = await lastIdol(address, language);
      const countVotes = () => votesOfIdol(database, activityId, idol.idolId);
      const fan = await given.fan({ votes: 10 });
      const page = await visit.as(fan);
      const screen = new VoteScreen(page, textsIn[language]);
      const asked = page.waitForRequest((request) => 'x-deviceid' in request.headers());
      await screen.open();
      const deviceId = (await asked).headers()['x-deviceid'] ?? '';
      const others = await Promise.all(Array.from({ length: fansPerDevice }, () => given.fan()));
      const body = { activityId, idolId: idol.idolId, num: 1 };
      await Promise.all(others.map((other) => call(address, doVote, { body }, { ...other, deviceId })));
      const before = await countVotes();

      await screen.openSheet(idol.name);
      const sheet = new VoteSheet(page, textsIn[language]);
      await sheet.amount.fill('3');
      await sheet.cast.click();
      await expect(sheet.dialog.getByText(told.cast)).toBeVisible();
      await expect(sheet.dialog).toContainText(told.why);
      await expect(sheet.dialog).toContainText(told.nothingToDo);
      expect(await violations(page), 'what axe finds on the sheet').toEqual([]);
      await picture(page, 'cast');
      expect(await countVotes(), 'nothing counts yet').toBe(before);
      await sheet.done.click();

      await openPage(page, '/support-record');
      const panel = page.getByRole('tabpanel');
      await page.getByLabel(told.state, { exact: true }).selectOption(told.waiting);
      await expect(panel.getByRole('listitem')).toHaveCount(1);
      await expect(panel.getByRole('listitem')).toContainText(told.waiting);
      expect(await violations(page), 'what axe finds on the record').toEqual([]);
      await picture(page, 'record');
      const idolPath = `/idol?activityId=${activityId}&idolId=${idol.idolId}`;
      await openPage(page, idolPath);
      await expect(page.getByText(told.ofIdol)).toBeVisible();
      await picture(page, 'idol');

      await release(product, fan);
      expect(await countVotes(), 'now they count').toBe(before + 3);
      await loadPage(page, '/support-record');
      await expect(panel.getByRole('listitem')).toContainText(told.released);
      await panel.getByRole('listitem').getByRole('button').click();
      await expect(page.getByRole('dialog')).toContainText(told.itCounts);
      await expect(page.getByRole('dialog')).toContainText(told.reason);
      await picture(page, 'receipt');

      await screen.open();
      await expect(screen.row(idol.name), 'on the screen too').toContainText((before + 3).toLocaleString('en-US'));
      const line = page.getByRole('button', { name: told.line });
      await inApp(page);
      await line.scrollIntoViewIfNeeded();
      await picture(page, 'line');
      await line.click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText(told.reason);
      expect(await violations(page), 'what axe finds on the decisions').toEqual([]);
      await picture(page, 'decisions');
      await openPage(page, '/rule');
      const card = page.getByRole('region', { name: told.title });
      await inApp(page);
      await card.scrollIntoViewIfNeeded();
      await expect(card.getByRole('listitem').first()).toContainText(told.reason);
      await picture(page, 'rule');
      await openPage(page, idolPath);
      // The count and the quarantined votes come with the same answer.
      const standing = page.getByRole('region', { name: textsIn[language].idolPage.standing });
      await expect(standing).toContainText((before + 3).toLocaleString('en-US'));
      await expect(page.getByText(told.ofIdol), 'nothing is quarantined any more').toBeHidden();
    });
  });
}
