import type { Locator, Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { activityId, idolsIn } from '#/fixtures/idols.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { refusalText, says, type Say } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';

/** What an idol's page offers about following her. */
class FollowActions {
  readonly makeMain: Locator;
  readonly stop: Locator;
  private readonly page: Page;
  private readonly say: Say;

  constructor(page: Page, say: Say) {
    this.page = page;
    this.say = say;
    this.makeMain = page.getByRole('button', { name: say('following.makeMain') });
    this.stop = page.getByRole('button', { name: say('following.stop') });
  }

  async open(idolId: string): Promise<void> {
    await openPage(this.page, `/idol?activityId=${activityId}&idolId=${idolId}`);
  }

  follow(name: string): Locator {
    return this.page.getByRole('button', { name: this.say('following.follow', { name }) });
  }
}

for (const { language, theme } of looks) {
  test(`a new fan chooses an idol, then another, and lets her go (${language}, ${theme})`, async ({
    given,
    product,
    visit,
  }) => {
    const say = says[language];
    const [first, second, third] = (await idolsIn(product.address, language)).slice(3);
    if (!first || !second || !third) throw new Error('The election has too few idols.');
    const page = await visit.as(await given.fan(), { language, theme });
    const actions = new FollowActions(page, say);
    const card = page.getByRole('region', { name: say('votes.mine') });
    const list = page.getByRole('region', { name: say('following.mine') }).getByRole('listitem');

    await openPage(page, '/me');
    await expect(page.getByRole('region', { name: say('following.whoIsIt') })).toBeVisible();
    await page.getByRole('link', { name: say('following.choose') }).click();
    await expect(page).toHaveURL('/search-idol');

    await actions.open(first.idolId);
    await actions.follow(first.name).click();
    await expect(page.getByText(say('following.mainNow', { name: first.name }))).toBeVisible();
    await expect(actions.stop).toBeVisible();
    await expect(actions.makeMain, 'the first is the main one').toHaveCount(0);
    await expect(page.locator(':focus'), 'what the press led to').toHaveText(say('votes.mine'));
    expect(await violations(page), 'what axe finds on her page').toEqual([]);

    await openPage(page, '/me');
    await expect(card).toContainText(first.name);
    await expect(card).toContainText('#4');
    await expect(card.locator('svg path[fill-opacity]'), 'her last 24 hours').toBeAttached();
    await expect(list, 'the card says all of one').toHaveCount(0);
    expect(await violations(page), 'what axe finds on the card').toEqual([]);

    await actions.open(second.idolId);
    await actions.follow(second.name).click();
    await actions.makeMain.click();
    await expect(page.getByText(say('following.mainNow', { name: second.name }))).toBeVisible();
    await openPage(page, '/me');
    await expect(card).toContainText(second.name);
    await expect(list).toHaveCount(2);
    await expect(list.first()).toContainText(second.name);
    await expect(list.last()).toContainText(first.name);
    expect(await violations(page), 'what axe finds on the list').toEqual([]);

    await card.getByRole('link', { name: say('vote.open', { name: second.name }) }).click();
    await expect(page.getByRole('dialog'), 'her vote sheet').toContainText(second.name);

    const ranking = new VoteScreen(page, textsIn[language]);
    await openPage(page, '/me');
    await ranking.open();
    await expect(ranking.row(second.name), 'marked in the ranking').toContainText(say('votes.mine'));
    await expect(ranking.row(first.name)).not.toContainText(say('votes.mine'));

    await actions.open(second.idolId);
    await actions.stop.click();
    await expect(actions.follow(second.name)).toBeFocused();
    await openPage(page, '/me');
    await expect(card).toContainText(first.name);
    await expect(list).toHaveCount(0);
  });
}

test('an eighth idol is refused in words, and the fan follows seven', async ({ given, product, visit }) => {
  const say = says.en_US;
  const idols = await idolsIn(product.address, 'en_US');
  const eighth = idols[7];
  if (!eighth) throw new Error('The election has too few idols.');
  const fan = await given.fan();
  for (const { idolId } of idols.slice(0, 7)) {
    await call(product.address, 'POST /activity/api/v1/following/follow', { body: { idolId } }, fan);
  }
  const page = await visit.as(fan);
  const actions = new FollowActions(page, say);
  await actions.open(eighth.idolId);
  await actions.follow(eighth.name).click();
  await expect(page.getByRole('alert')).toContainText(refusalText('FOLLOWING_FULL', 'en_US', { limit: 7 }));
  await expect(actions.follow(eighth.name)).toBeVisible();
  await openPage(page, '/me');
  await expect(page.getByRole('region', { name: say('following.mine') }).getByRole('listitem')).toHaveCount(7);
});

test('a visitor who wants to follow signs up first', async ({ product, visit }) => {
  const [first] = await idolsIn(product.address, 'en_US');
  if (!first) throw new Error('The election has no idols.');
  const page = await visit.anonymously();
  const actions = new FollowActions(page, says.en_US);
  await actions.open(first.idolId);
  await actions.follow(first.name).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fidol.*way=register$/);
});
