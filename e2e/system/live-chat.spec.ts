import { randomUUID } from 'node:crypto';
import { violations } from '#/fixtures/accessibility.ts';
import { givenOperator } from '#/fixtures/given-operator.ts';
import { givenRoom } from '#/fixtures/given-room.ts';
import { openPage } from '#/fixtures/in-app.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { RoomChat } from '#/pages/room-chat.ts';
import { refusalText, says } from '#/pages/texts.ts';

/** The rooms have no picture, which would play on every page; the player hears so by a refusal. */
const tolerated = { tolerates: [/40\d/] };

async function appoint({ address, database }: Product, { accountId }: Fan, roomId: string): Promise<void> {
  const response = await fetch(`${address}/operator/api/v1/live/appoint`, {
    method: 'POST',
    headers: {
      ...(await givenOperator({ database }, 'editor')),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ roomId, accountId, role: 'moderator', appointed: true, why: 'Keeps the chat kind' }),
  });
  expect(await response.json()).toMatchObject({ code: 0, data: { accountId, appointed: true } });
}

/** Messages of a new account are held for ten minutes. */
const joinedBeforeMs = 24 * 3_600_000;

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const say = says[language];

    test('what a fan writes waits for the moderator on duty, is shown, pinned and deleted', async ({
      product,
      given,
      visit,
    }) => {
      const moderator = await given.fan({ nickname: 'Aiko' });
      const writer = await given.fan({ nickname: 'Hana', joinedBeforeMs });
      const { roomId } = await givenRoom(product, { opensIn: -60 });
      await appoint(product, moderator, roomId);
      const desk = new RoomChat(await visit.as(moderator, tolerated), say);
      const chat = new RoomChat(await visit.as(writer, tolerated), say);
      const guestPage = await visit.anonymously(tolerated);
      const guest = new RoomChat(guestPage, say);
      await Promise.all([desk.open(roomId), chat.open(roomId), guest.open(roomId)]);
      await expect(guest.panel.getByRole('link', { name: say('account.signIn') })).toBeVisible();
      await expect(guest.field).toHaveCount(0);

      await desk.goOnDuty();
      const settings = await desk.openSheet('settings');
      await settings.getByRole('checkbox', { name: say('chat.holdAll') }).check();
      await expect(chat.panel.getByText(say('chat.state.held'))).toBeVisible();
      await desk.closeSheet();

      const first = '安可，再一首';
      await chat.write(first);
      await expect(chat.row(first)).toContainText(say('chat.held'));
      await expect(guest.row(first)).toHaveCount(0);

      const queue = await desk.openSheet('queue');
      await queue
        .getByRole('article', { name: first })
        .getByRole('button', { name: say('chat.show') })
        .click();
      await expect(guest.row(first)).toContainText('Hana');
      await expect(chat.row(first)).not.toContainText(say('chat.held'));
      await desk.closeSheet();

      await (await desk.pick(first)).getByRole('button', { name: say('chat.pin') }).click();
      const pinned = guest.panel.getByRole('note', { name: say('chat.pinned') });
      await expect(pinned).toContainText(first);
      expect(await violations(guestPage), 'what axe finds in the chat').toEqual([]);

      await (await desk.pick(first)).getByRole('button', { name: say('chat.remove') }).click();
      await expect(guest.row(first)).toHaveCount(0);
      await expect(pinned).toHaveCount(0);

      const open = await desk.openSheet('settings');
      await open.getByRole('checkbox', { name: say('chat.holdAll') }).uncheck();
      await expect(chat.panel.getByText(say('chat.state.held'))).toHaveCount(0);
    });

    test('a message is refused with its text kept, reported, and its author blocked, muted, able to appeal', async ({
      product,
      given,
      visit,
    }) => {
      const moderator = await given.fan({ nickname: 'Aiko' });
      const writer = await given.fan({ nickname: 'Loud', joinedBeforeMs });
      const reader = await given.fan({ nickname: 'Hana' });
      const { roomId } = await givenRoom(product, { opensIn: -60 });
      await appoint(product, moderator, roomId);
      const desk = new RoomChat(await visit.as(moderator, tolerated), say);
      const chat = new RoomChat(await visit.as(writer, tolerated), say);
      const other = new RoomChat(await visit.as(reader, tolerated), say);
      await Promise.all([desk.open(roomId), chat.open(roomId), other.open(roomId)]);
      await desk.goOnDuty();
      await expect(chat.panel.getByText(say('chat.state.held'))).toHaveCount(0);

      const link = 'https://example.com/free-points';
      await chat.write(link);
      await expect(chat.panel.getByText(refusalText('CHAT_LINK', language))).toBeVisible();
      await expect(chat.field, 'the text is kept').toHaveValue(link);

      const rude = '走音大王';
      await chat.write(rude);
      await expect(other.row(rude)).toBeVisible();
      await (await other.pick(rude)).getByRole('button', { name: say('chat.reason.insult') }).click();
      await expect(other.page.getByText(say('chat.reported'))).toBeVisible();
      const queue = await desk.openSheet('queue');
      await expect(queue.getByRole('article', { name: rude })).toContainText(say('chat.because.reports'));
      await desk.closeSheet();

      await (await other.pick(rude)).getByRole('button', { name: say('chat.block', { nickname: 'Loud' }) }).click();
      await expect(other.row(rude)).toHaveCount(0);
      await other.panel.getByRole('button', { name: say('chat.blockedCount', { count: 1 }) }).click();
      const unblock = say('chat.unblockFan', { nickname: 'Loud' });
      await other.page.getByRole('dialog').getByRole('button', { name: unblock }).click();
      await other.closeSheet();
      await expect(other.row(rude)).toBeVisible();

      const sheet = await desk.pick(rude);
      await sheet.getByRole('button', { name: say('chat.mute.action') }).click();
      await sheet.getByText(say('chat.mute.length.thisRoom')).click();
      await sheet.getByLabel(say('chat.mute.reason')).fill('Insults');
      await sheet.getByRole('checkbox', { name: say('chat.mute.removeMessages') }).check();
      await sheet.getByRole('button', { name: say('chat.mute.action') }).click();
      await expect(other.row(rude)).toHaveCount(0);

      await chat.write('still here');
      await expect(chat.panel.getByText(say('chat.mutedReason', { reason: 'Insults' }))).toBeVisible();
      await expect(chat.field).toHaveCount(0);
      await chat.panel.getByRole('button', { name: say('chat.appeal.action') }).click();
      const appeal = chat.page.getByRole('dialog');
      await appeal.getByRole('textbox').fill('I was only joking.');
      await appeal.getByRole('button', { name: say('chat.appeal.send') }).click();
      await expect(chat.panel.getByText(say('chat.appeal.open'))).toBeVisible();

      const muted = await desk.openSheet('mutes');
      await muted.getByRole('button', { name: say('chat.mutes.liftFor', { nickname: 'Loud' }) }).click();
      await expect(muted.getByText(say('chat.mutesNone'))).toBeVisible();
      await chat.open(roomId);
      await expect(chat.field).toBeVisible();
      await openPage(chat.page, '/notifications');
      await expect(chat.page.getByRole('link', { name: say('notices.muteLifted') })).toBeVisible();
    });

    test('a shut and empty chat is one line, and while a fan types the picture stays in view above the field', async ({
      product,
      given,
      visit,
    }) => {
      const { roomId } = await givenRoom(product, { opensIn: -900 });
      const [moderator, writer] = [
        await given.fan({ nickname: 'Aiko' }),
        await given.fan({ nickname: 'Hana', joinedBeforeMs }),
      ];
      await appoint(product, moderator, roomId);
      const chat = new RoomChat(await visit.as(writer, tolerated), say);
      const { page } = chat;
      await page.setViewportSize({ width: 390, height: 844 });
      await chat.open(roomId);
      await expect(chat.panel.getByText(say('chat.note.readOnly'))).toBeVisible();
      await expect(page.getByRole('log')).toHaveCount(0);

      const desk = new RoomChat(await visit.as(moderator, tolerated), say);
      await desk.open(roomId);
      await desk.goOnDuty();
      await chat.field.focus();
      // What a keyboard leaves.
      await page.setViewportSize({ width: 390, height: 480 });
      const boxOf = (selector: string) => page.locator(selector).boundingBox();
      await expect.poll(async () => (await boxOf('.live-frame'))?.y).toBe(0);
      await expect
        .poll(async () => {
          const [picture, log] = [await boxOf('.live-frame'), await boxOf('.chat-log')];
          const field = await chat.field.boundingBox();
          return {
            isPictureSeen: (picture?.height ?? 0) > 150,
            isLogBelow: (log?.y ?? 0) >= (picture?.height ?? 0) && (log?.height ?? 0) > 80,
            isFieldAboveKeyboard: field !== null && field.y + field.height <= 480,
          };
        })
        .toEqual({ isPictureSeen: true, isLogBelow: true, isFieldAboveKeyboard: true });
      // Nothing lies over the picture.
      const isOnTop = (top: number) =>
        page.evaluate((y) => document.elementFromPoint(195, y)?.closest('.live-frame') !== null, top);
      await expect.poll(async () => [await isOnTop(20), await isOnTop(120)]).toEqual([true, true]);
      await page.getByRole('log').click();
      await expect(page.locator('html[data-typing]')).toHaveCount(0);
    });

    test('a writer sees at once what a moderator allows: no messages, moderators only, slow mode, or a pause', async ({
      product,
      given,
      visit,
    }) => {
      const { roomId } = await givenRoom(product, { opensIn: -900 });
      const [moderator, writer] = [
        await given.fan({ nickname: 'Aiko' }),
        await given.fan({ nickname: 'Hana', joinedBeforeMs }),
      ];
      await appoint(product, moderator, roomId);
      const desk = new RoomChat(await visit.as(moderator, tolerated), say);
      const chat = new RoomChat(await visit.as(writer, tolerated), say);
      await Promise.all([desk.open(roomId), chat.open(roomId)]);
      const note = (text: Parameters<typeof say>[0]) => chat.panel.getByText(say(text));
      await expect(note('chat.note.readOnly')).toBeVisible();
      await expect(chat.field).toHaveCount(0);

      await desk.goOnDuty();
      await expect(chat.field).toBeVisible();
      const settings = await desk.openSheet('settings');
      const switchOn = (text: 'chat.moderatorsOnly' | 'chat.pause') =>
        settings.getByRole('checkbox', { name: say(text) }).click();

      await switchOn('chat.moderatorsOnly');
      await expect(note('chat.note.moderatorsOnly')).toBeVisible();
      await expect(chat.field).toHaveCount(0);
      await switchOn('chat.moderatorsOnly');
      await expect(chat.field).toBeVisible();

      await switchOn('chat.pause');
      await expect(note('chat.note.paused')).toBeVisible();
      await expect(chat.field).toHaveCount(0);
      await switchOn('chat.pause');
      await expect(chat.field).toBeVisible();

      await settings.getByText(say('chat.seconds', { seconds: 60 })).click();
      await expect(chat.panel.getByText(say('chat.slowMode', { seconds: 60 }))).toBeVisible();
      await desk.closeSheet();
      await chat.write('安可！');
      await expect(desk.row('安可！')).toContainText('Hana');
      await expect(chat.panel.getByText(say.withNumbers('chat.slowWait', ['seconds']))).toBeVisible();
      await chat.write('再一首！');
      await expect(chat.field, 'it waits in the field').toHaveValue('再一首！');
      await desk.write('One more song?');
      await expect(chat.row('One more song?')).toContainText(say('chat.role.moderator'));
      await expect(chat.row('再一首！')).toHaveCount(0);
    });
  });
}
