import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { givenRoom } from '#/fixtures/given-room.ts';
import { judgeScreen } from '#/fixtures/judge-screen.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looksOf } from '#/looks.ts';
import { RoomChat } from '#/pages/room-chat.ts';
import { type Say, says } from '#/pages/texts.ts';

type Visit = { readonly page: Page; readonly chat: RoomChat; readonly say: Say };
type Scene = { readonly name: string; readonly show: (visit: Visit) => Promise<unknown> };

const pinned = '今晚八點見！ See you at eight.';

/** What a moderator opens in a room with tickets. */
const moderatorScenes: readonly Scene[] = [
  {
    name: 'ticket sheet',
    show: async ({ page, say }) => {
      await page.getByRole('button', { name: say('live.ticket.get'), exact: true }).click();
      await expect(
        page.getByRole('dialog').getByRole('button', { name: say('live.ticket.pay', { points: 50 }) }),
      ).toBeVisible();
    },
  },
  { name: 'moderated chat', show: async ({ chat }) => chat.panel.scrollIntoViewIfNeeded() },
  { name: 'message', show: async ({ chat }) => expect(await chat.pick(pinned)).toBeVisible() },
  {
    name: 'mute form',
    show: async ({ chat, say }) => {
      const sheet = await chat.pick('Encore');
      await sheet.getByRole('button', { name: say('chat.mute.action') }).click();
      await expect(sheet.getByLabel(say('chat.mute.reason'))).toBeVisible();
    },
  },
  {
    name: 'queue',
    show: async ({ chat }) => expect((await chat.openSheet('queue')).getByRole('article')).toHaveCount(3),
  },
  {
    name: 'muted fans',
    show: async ({ chat }) => expect((await chat.openSheet('mutes')).getByRole('listitem')).toHaveCount(2),
  },
  {
    name: 'chat settings',
    show: async ({ chat, say }) =>
      expect((await chat.openSheet('settings')).getByText(say('chat.slowModeLabel')).first()).toBeAttached(),
  },
];

/** What a muted fan with a ticket opens. */
const fanScenes: readonly Scene[] = [
  { name: 'report', show: async ({ chat }) => expect(await chat.pick('Encore')).toBeVisible() },
  {
    name: 'appeal',
    show: async ({ page, chat, say }) => {
      await chat.panel.getByRole('button', { name: say('chat.appeal.action') }).click();
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
    },
  },
];

/** A room on air whose chat has something of everything. */
async function givenBusyRoom(product: Product, { moderator, muted, writer }: Record<string, Fan>): Promise<string> {
  const { roomId } = await givenRoom(product, { price: 50, opensIn: -900 });
  const ids = [moderator, muted, writer].map((fan) => fan?.accountId);
  await product.database.query(
    `WITH given AS (SELECT (SELECT id FROM fan WHERE account_id = $2) AS moderator,
                           (SELECT id FROM fan WHERE account_id = $3) AS muted,
                           (SELECT id FROM fan WHERE account_id = $4) AS writer),
          appointed AS (INSERT INTO live_appointment SELECT $1, moderator, 'moderator', now() FROM given),
          ticket AS (INSERT INTO live_ticket (room_id, fan_id, paid, key, bought_at)
                     SELECT $1, muted, 50, $6, now() FROM given),
          said AS (INSERT INTO live_chat_message (room_id, fan_id, client_id, text, role, sent_at, state, because, seq)
                   SELECT $1, CASE role WHEN 'fan' THEN writer ELSE moderator END, gen_random_uuid(), text, role,
                          now() - interval '1 minute', state, because, CASE state WHEN 'held' THEN NULL ELSE place END
                     FROM given, unnest($5::text[]) WITH ORDINALITY AS line (words, place),
                          LATERAL (SELECT split_part(words, '|', 1) AS role, split_part(words, '|', 2) AS state,
                                          nullif(split_part(words, '|', 3), '') AS because,
                                          split_part(words, '|', 4) AS text) AS parts
                   RETURNING id, because, text),
          pin AS (UPDATE live_chat SET seq = 6, pinned_id = (SELECT id FROM said WHERE text = $7) WHERE room_id = $1),
          report AS (INSERT INTO live_chat_report SELECT id, muted, because, now() FROM said, given
            WHERE because = 'childSafety'
                     UNION ALL SELECT id, muted, 'spam', now() FROM said, given WHERE text LIKE 'Free %'),
          locked AS (INSERT INTO live_chat_lock SELECT id, now(), now() + interval '180 days' FROM said
            WHERE because = 'childSafety'),
          mute AS (INSERT INTO live_chat_mute (fan_id, room_id, given_in, reason, muted_at, until)
                   SELECT muted, $1, NULL, '連續三次辱罵其他粉絲 Three insults in a row', $8::timestamptz,
                          $8::timestamptz + interval '1 hour'
                     FROM given
                   UNION ALL SELECT writer, NULL, $1, 'Spam', now(), NULL FROM given RETURNING id)
     INSERT INTO live_chat_act (room_id, fan_id, action, message_id, mute_id, details, at)
     SELECT $1, moderator, 'mute', 1, mute.id, '{"length": "thisRoom"}', now() FROM mute, given`,
    [
      roomId,
      ...ids,
      [
        'fan|shown||Encore',
        `moderator|shown||${pinned}`,
        'fan|shown||露米唱得好好聽，今天的燈光也超美，每一場我都想再看一次！希望下週還有機會看到整團一起上台',
        'fan|shown||Free Points for everyone',
        'fan|held|filter|you sh1t',
        'fan|hidden|childSafety|Where do you live?',
      ],
      randomUUID(),
      pinned,
      product.time.now(),
    ],
  );
  return roomId;
}

for (const { language, theme, screens } of looksOf([
  ...moderatorScenes.map((scene) => ({ who: 'moderator', scene })),
  ...fanScenes.map((scene) => ({ who: 'muted fan', scene })),
] as const)) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });

    test('every sheet of a live room is accessible, fits the phone and shows its pictures', async ({
      product,
      given,
      visit,
    }) => {
      const [moderator, muted, writer] = [
        await given.fan({ nickname: 'Aiko', points: 80 }),
        await given.fan({ nickname: '沉默的粉絲' }),
        await given.fan({ nickname: 'Mira fan from Tainan' }),
      ];
      const roomId = await givenBusyRoom(product, { moderator, muted, writer });
      const tolerated = { tolerates: [/40\d/] };
      for (const [who, fan] of [['moderator', moderator] as const, ['muted fan', muted] as const]) {
        const page = await visit.as(fan, tolerated);
        const chat = new RoomChat(page, says[language]);
        await chat.open(roomId);
        for (const { scene } of screens.filter((screen) => screen.who === who)) {
          await test.step(scene.name, async () => {
            await scene.show({ page, chat, say: says[language] });
            await judgeScreen(page, { who, name: scene.name, language, theme });
            if (await page.getByRole('dialog').isVisible()) await chat.closeSheet();
          });
        }
      }
    });
  });
}
