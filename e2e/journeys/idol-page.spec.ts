import { contract } from '@lightstick/contract';
import type { Locator, Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { activityId, lastIdol } from '#/fixtures/idols.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { says } from '#/pages/texts.ts';
import { type ScreenTexts, textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

/** An idol's own page. */
class IdolScreen {
  readonly name: Locator;
  readonly profile: Locator;
  readonly standing: Locator;
  /** Its chart comes once it is near. */
  readonly history: Locator;
  /** The chart's slider. What it says is its value in words. */
  readonly cursor: Locator;
  readonly supporters: Locator;

  constructor(page: Page, words: ScreenTexts) {
    this.name = page.getByRole('heading', { level: 1 });
    this.profile = page.getByRole('region', { name: words.idolPage.profile });
    this.standing = page.getByRole('region', { name: words.idolPage.standing });
    this.history = page.getByRole('region', { name: words.summary.chart });
    this.cursor = page.getByRole('slider', { name: words.summary.cursor });
    this.supporters = page.getByRole('region', { name: words.idolPage.supporters }).getByRole('listitem');
  }
}

const detail = contract['GET /activity/api/v1/vote/idol/getIdol'].data;

for (const look of looks) {
  test(`an idol’s page is a press away, and votes show on it at once (${look.language}, ${look.theme})`, async ({
    given,
    product,
    visit,
  }) => {
    const words = textsIn[look.language];
    const page = await visit.as(await given.regular(), look);
    const { name } = await lastIdol(product.address, look.language);
    const answered = page.waitForResponse('**/vote/idol/getIdol?*');
    await new VoteScreen(page, words).open();
    await page.getByRole('link', { name, exact: true }).click();
    const screen = new IdolScreen(page, words);
    await expect(screen.name).toHaveText(name);
    const { data } = (await (await answered).json()) as { data: unknown };
    const { team, hobby, votes } = detail.parse(data);
    await expect(screen.profile).toContainText(team.name);
    await expect(screen.profile).toContainText(hobby ?? '');
    await screen.history.scrollIntoViewIfNeeded();
    await expect(screen.cursor).toBeVisible();
    await expect(screen.supporters.first()).toBeVisible();
    expect(await violations(page), 'what axe finds').toEqual([]);

    await page.getByRole('button', { name: words.voteFor }).click();
    const sheet = new VoteSheet(page, words);
    const num = Number(await sheet.amount.inputValue());
    await sheet.cast.click();
    await sheet.done.click();
    await expect(screen.standing).toContainText((votes + num).toLocaleString('en-US'));
  });
}

test(
  'cheers that cannot be loaded say so on her page, and come on the next try',
  { tag: '@system' },
  async ({ given, product, visit }) => {
    const words = textsIn.en_US;
    const { idolId } = await lastIdol(product.address, 'en_US');
    const page = await visit.as(await given.fan({ tickets: 1 }), { tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
    const reconnect = await cutCall(page, '/wallet/api/v1/ticketVote/getIdolCheers');
    await openPage(page, `/idol?activityId=${activityId}&idolId=${idolId}`);
    const { profile } = new IdolScreen(page, words);
    await expect(profile.getByRole('alert')).toHaveText(say('cheer.loadError'));
    expect(await violations(page), 'what axe finds').toEqual([]);
    const cheer = page.getByRole('button', { name: say('cheer.open') });
    await expect(cheer, 'whether the fan has tickets is not known').toHaveCount(0);

    await reconnect();
    await profile.getByRole('button', { name: words.tryAgain }).click();
    await expect(profile.getByRole('alert')).toHaveCount(0);
    await cheer.click();
    await expect(page.getByRole('dialog').getByRole('definition').first()).toHaveText(/^[\d,]+$/);
  },
);

test('an address without an idol says so', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/status of 404/] });
  await openPage(page, `/idol?activityId=${activityId}&idolId=999`);
  await expect(page.getByText(say('idol.unknown'))).toBeVisible();
});
