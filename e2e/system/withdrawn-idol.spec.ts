import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { activityId, idolsIn } from '#/fixtures/idols.ts';
import { loadPage, openPage } from '#/fixtures/in-app.ts';
import { testOfOwnProduct as test } from '#/fixtures/own-product.ts';
import { expect } from '#/fixtures/test.ts';
import { shots, takesPictures } from '#/looks.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;

test('a link, a draft or a record that names a withdrawn idol says that she has withdrawn', async ({
  own: { product, given, visit },
}) => {
  const { address, database } = product;
  const idols = (await idolsIn(address, 'en_US')).slice(0, 8);
  const [{ idolId, name } = { idolId: '', name: '' }, ...others] = idols;
  const seven = idols.slice(0, 7).map((idol) => idol.idolId);
  const fan = await given.fan({ tickets: 5 });
  await given.vote(fan, { idolId, num: 3 });
  await call(
    address,
    'POST /wallet/api/v1/ticketVote/voteForIdol',
    { body: { idolId, num: 2, periods: activityId } },
    fan,
  );
  await call(address, 'POST /activity/api/v1/vote/doBest7Vote', { body: { activityId, idolIds: seven } }, fan);
  await database.query(`UPDATE candidate SET withdrawn = true WHERE activity_id = $1 AND idol_id = $2`, [
    activityId,
    idolId,
  ]);
  const query = { activityId };
  await expect
    .poll(async () => (await call(address, 'GET /activity/api/v1/vote/activity', { query })).withdrawn?.length)
    .toBe(1);
  const sentence = say('idol.hasWithdrawn', { name });

  const visitor = await visit.anonymously({ tolerates: [/status of 4\d\d/] });
  const picture = async (of: string) => {
    if (takesPictures) await visitor.screenshot({ path: `${shots}/withdrawn-${of}.png` });
  };
  const dialog = visitor.getByRole('dialog', { name });
  await test.step('a link to her vote sheet, also for a visitor', async () => {
    for (const path of ['/', '/vote-activity', '/search-idol']) {
      await openPage(visitor, `${path}?vote=${idolId}`);
      await expect(dialog).toContainText(sentence);
      if (path === '/vote-activity') {
        expect(await violations(visitor), 'what axe finds').toEqual([]);
        await picture('vote');
      }
      await dialog.getByRole('button', { name: say('common.done') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(visitor).not.toHaveURL(/vote=/);
    }
  });
  await test.step('her page, and the sign-in after a press on Vote', async () => {
    await openPage(visitor, `/idol?activityId=${activityId}&idolId=${idolId}`);
    await expect(visitor.getByText(sentence)).toBeVisible();
    await picture('page');
    await openPage(visitor, `/login?next=${encodeURIComponent(`/vote-activity?vote=${idolId}`)}`);
    await expect(visitor.getByText(sentence)).toBeVisible();
    await picture('login');
  });
  await test.step('a kept draft of Best 7, until it is changed', async () => {
    await visitor.evaluate(({ key, draft }) => localStorage.setItem(key, draft), {
      key: `lightstick.best7.${activityId}`,
      draft: JSON.stringify(seven),
    });
    await openPage(visitor, '/best7');
    await expect(visitor.getByText(sentence)).toBeVisible();
    const rows = visitor.getByRole('list', { name: say('best7.order') }).getByRole('listitem');
    await expect(rows).toHaveCount(6);
    await picture('best7');
    const picker = visitor.getByRole('region', { name: say('best7.choose') });
    await picker.getByRole('button', { name: others[6]?.name ?? '' }).click();
    await expect(rows).toHaveCount(7);
    await expect(visitor.getByText(sentence)).toHaveCount(0);
  });

  const page = await visit.as(fan);
  await test.step('the ranking, to a fan who voted for her', async () => {
    await openPage(page, '/vote-activity');
    await expect(page.getByRole('listitem').filter({ hasText: sentence })).toBeVisible();
    if (takesPictures) await page.screenshot({ path: `${shots}/withdrawn-ranking.png` });
  });
  await test.step('a ballot of today, which keeps her place', async () => {
    await openPage(page, '/best7');
    await expect(page.getByText(sentence)).toBeVisible();
    const today = page.getByRole('region', { name: say('best7.todayTitle') });
    await expect(today.getByRole('listitem').first()).toContainText(
      say('best7.placeOf', { place: 1, name, points: 7 }),
    );
  });
  await test.step('the records of votes, cheers and ballots, and their filter by idol', async () => {
    for (const kind of ['votes', 'cheers']) {
      await openPage(page, `/support-record?tab=${kind}&idolId=${idolId}`);
      await expect(page.getByLabel(say('records.idol'))).toHaveValue(idolId);
      await expect(page.getByRole('tabpanel').getByRole('listitem')).toContainText(say('idol.withdrawnMark'));
      if (takesPictures) await page.screenshot({ path: `${shots}/withdrawn-${kind}.png` });
    }
    await openPage(page, '/best7-vote-records');
    await expect(page.getByText(`${name} · ${say('idol.withdrawnMark')}`)).toBeVisible();
    if (takesPictures) await page.screenshot({ path: `${shots}/withdrawn-ballots.png` });
  });
  await test.step('home once three idols are left, without a list of those behind them', async () => {
    const left = others.slice(0, 3).map((idol) => idol.idolId);
    await openPage(visitor, '/');
    const behind = visitor.getByRole('main').getByRole('region', { name: say('home.chasing') });
    await expect(behind).toBeVisible();
    await database.query(`UPDATE candidate SET withdrawn = true WHERE activity_id = $1 AND idol_id <> ALL ($2)`, [
      activityId,
      left,
    ]);
    const ranked = async () => (await call(address, 'GET /activity/api/v1/vote/ranking', { query })).list.length;
    await expect.poll(ranked).toBe(3);
    await loadPage(visitor, '/');
    await expect(
      visitor
        .getByRole('main')
        .getByText(others[0]?.name ?? '')
        .first(),
    ).toBeVisible();
    await expect(behind).toHaveCount(0);
  });
});
