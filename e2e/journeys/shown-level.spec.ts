import { randomUUID } from 'node:crypto';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { givenRoom } from '#/fixtures/given-room.ts';
import { activityId, lastIdol } from '#/fixtures/idols.ts';
import { loadPage, openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { RoomChat } from '#/pages/room-chat.ts';
import { says } from '#/pages/texts.ts';

/** The rooms have no picture, which would play on every page; the player hears so by a refusal. */
const tolerated = { tolerates: [/40\d/] };
/** Messages of a new account are held for ten minutes. */
const joinedBeforeMs = 24 * 3_600_000;

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const say = says[language];

    test('a fan shows level and badge beside the name, where another fan sees them, and hides them again', async ({
      product,
      given,
      visit,
    }) => {
      const { address, database } = product;
      const nickname = `Hikari ${randomUUID().slice(0, 4)}`;
      const fan = await given.fan({ nickname, tickets: 120, votes: 1, joinedBeforeMs });
      const other = await given.fan();
      const { roomId } = await givenRoom(product, { opensIn: -60 });
      await database.query(
        `INSERT INTO live_appointment SELECT $1, id, 'moderator', now() FROM fan WHERE account_id = $2`,
        [roomId, other.accountId],
      );
      await call(address, 'POST /activity/api/v1/jplive/chat/duty', { body: { roomId, onDuty: true } }, other);
      const said = { roomId, text: '今晚一起應援', clientId: randomUUID() };
      await call(address, 'POST /activity/api/v1/jplive/chat/send', { body: said }, fan);
      const { idolId } = await lastIdol(address);
      const cheer = { idolId, num: 120, periods: activityId };
      await call(address, 'POST /wallet/api/v1/ticketVote/voteForIdol', { body: cheer }, fan);
      await given.vote(fan, { idolId, num: 1 });

      const [own, page] = [await visit.as(fan, tolerated), await visit.as(other, tolerated)];
      const level = say('progress.level', { level: 1 });
      const badge = say('badge.firstVote');
      const expectOthersToSee = async (isShown: boolean) => {
        const expected = isShown ? 1 : 0;
        await loadPage(page, '/fan-ranking');
        await page.getByRole('tab', { name: say('fanRanking.cheers') }).click();
        const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: nickname });
        await expect(row).toBeVisible();
        await expect(row.getByText(level, { exact: true })).toHaveCount(expected);
        await expect(row.getByRole('img', { name: badge })).toHaveCount(expected);
        const chat = new RoomChat(page, say);
        await expect(async () => {
          await chat.open(roomId);
          await expect(chat.row(said.text)).toContainText(nickname);
          await expect(chat.row(said.text).getByText(level, { exact: true })).toHaveCount(expected, { timeout: 1000 });
          await expect(chat.row(said.text).getByRole('img', { name: badge })).toHaveCount(expected, { timeout: 1000 });
        }).toPass();
      };
      const choose = async (answer: 'settings.on' | 'settings.off') => {
        await openPage(own, '/me');
        await new MeScreen(own, textsIn[language]).openSettings();
        const setting = own.getByRole('group', { name: say('shown.level') });
        const choice = setting.getByRole('radio', { name: say(answer) });
        await setting.getByText(say(answer)).click();
        await expect(own.getByText(say('myProfile.saved'))).toBeVisible();
        await expect(choice).toBeChecked();
        const badges = own.getByRole('group', { name: say('shown.badge') });
        const shown = answer === 'settings.on' ? badge : say('shown.noBadge');
        await badges.getByText(shown, { exact: true }).click();
        await expect(own.getByText(say('shown.badgeSaved'))).toBeVisible();
        await expect(badges.getByRole('radio', { name: shown })).toBeChecked();
      };

      await expectOthersToSee(false);
      await choose('settings.on');
      expect(await violations(own), 'what axe finds in the settings').toEqual([]);
      await expectOthersToSee(true);
      expect(await violations(page), 'what axe finds in the chat').toEqual([]);
      await choose('settings.off');
      await expectOthersToSee(false);
    });
  });
}
