import { violations } from '#/fixtures/accessibility.ts';
import { givenOperator } from '#/fixtures/given-operator.ts';
import { givenRoom } from '#/fixtures/given-room.ts';
import { openChangedPage, openPage } from '#/fixtures/in-app.ts';
import { loseAnswers } from '#/fixtures/lose-answer.ts';
import { runJob } from '#/fixtures/run-job.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { LiveRoomScreen } from '#/pages/live-screen.ts';
import { says } from '#/pages/texts.ts';

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const say = says[language];

    test('a fan is reminded of a room, buys its ticket, and has the Points back when it is cancelled', async ({
      product,
      given,
      visit,
    }) => {
      const { roomId, title } = await givenRoom(product, { price: 50 });
      const page = await visit.as(await given.fan({ points: 80 }));
      const room = new LiveRoomScreen(page, language);
      await openChangedPage(product, page, '/live');
      expect(await violations(page), 'what axe finds in the list').toEqual([]);
      await page.getByRole('link', { name: title }).click();
      await expect(room.title).toHaveText(title);
      await expect(room.player.getByRole('timer')).toBeVisible();

      await page.getByRole('button', { name: say('live.remind') }).click();
      await expect(page.getByRole('button', { name: say('live.reminded') })).toHaveAttribute('aria-pressed', 'true');

      await room.getTicket.click();
      await expect(room.sheet).toBeVisible();
      expect(await violations(page), 'what axe finds in the sheet').toEqual([]);
      await room.sheet.getByRole('button', { name: say('live.ticket.pay', { points: 50 }) }).click();
      await expect(room.sheet.getByText(say('live.ticket.boughtDetail', { paid: 50, points: 30 }))).toBeVisible();
      await room.sheet.getByRole('button', { name: say('common.done'), exact: true }).click();
      await expect(room.sheet).toBeHidden();
      await expect(page.getByText(say('live.ticket.have'))).toBeVisible();
      expect(await violations(page), 'what axe finds in the room').toEqual([]);

      const answer = await fetch(`${product.address}/operator/api/v1/live/cancel`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          ...(await givenOperator(product, 'editor')),
        },
        body: JSON.stringify({ roomId, why: 'The host is ill.' }),
      });
      expect(await answer.json()).toMatchObject({ code: 0 });
      await runJob(product, 'move-live-rooms');
      await expect(async () => {
        await room.open(roomId);
        await expect(page.getByText(say('live.ticket.refunded', { points: 50 }))).toBeVisible({ timeout: 2000 });
      }).toPass();
      await expect(room.player).toContainText(say('live.cancelled'));
      await openPage(page, '/notifications');
      await page.getByRole('link', { name: say('notices.liveRefunded', { title }) }).click();
      await expect(room.title).toHaveText(title);
    });
  });
}

test('a ticket whose answer is lost is paid once', { tag: '@system' }, async ({ product, given, visit }) => {
  const say = says.en_US;
  const { roomId } = await givenRoom(product, { price: 50 });
  const page = await visit.as(await given.fan({ points: 80 }), { tolerates: [/ERR_CONNECTION_RESET/] });
  const lost = await loseAnswers(page, '/activity/api/v1/jplive/ticket/buy');
  const room = new LiveRoomScreen(page);
  await room.open(roomId);
  await room.getTicket.click();
  await room.sheet.getByRole('button', { name: say('live.ticket.pay', { points: 50 }) }).click();
  await expect(room.sheet.getByText(say('live.ticket.unsettled'))).toBeVisible();
  await room.sheet.getByRole('button', { name: say('mall.askAgain') }).click();
  await expect(room.sheet.getByText(say('live.ticket.bought'))).toBeVisible();
  await expect.poll(() => new Set(lost.keys).size).toBe(1);
});

test(
  'a fan without enough Points is led to the tasks, a visitor to the sign-in',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const say = says.en_US;
    const { roomId } = await givenRoom(product, { price: 50 });
    const poor = await visit.as(await given.fan({ points: 20 }));
    const room = new LiveRoomScreen(poor);
    await room.open(roomId);
    await room.getTicket.click();
    await expect(room.sheet.getByRole('alert')).toContainText(say('mall.tooFewPoints', { missing: 30 }));
    const stranger = await visit.anonymously();
    await new LiveRoomScreen(stranger).open(roomId);
    await expect(stranger.getByText(say('live.ticket.signIn'))).toBeVisible();
  },
);

test('a room that does not exist says so, and leads to the others', { tag: '@system' }, async ({ visit }) => {
  const say = says.en_US;
  const page = await visit.anonymously({ tolerates: [/404/] });
  await new LiveRoomScreen(page).open('no-such-room');
  await expect(page.getByText(say('live.gone'))).toBeVisible();
  await page.getByRole('link', { name: say('live.allRooms') }).click();
  await expect(page.getByRole('heading', { level: 1, name: say('live.title') })).toBeVisible();
});
