import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { createWorld, type World } from '../../world/world.ts';
import { givenChat, type TestChat } from './given-chat.ts';

let world: World;
let chat: TestChat;
let author: TestFan;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  author = await world.given.fan();
  chat = await givenChat(world);
});

type Length = 'fiveMinutes' | 'thisRoom' | 'forEver';

const mute = (messageId: string, length: Length, removeMessages = false) =>
  world.call('POST /activity/api/v1/jplive/chat/mute', {
    fan: chat.moderator,
    body: { messageId, length, reason: 'Three insults', removeMessages },
  });
const lift = (muteId: string, { by = chat.moderator, roomId = chat.roomId } = {}) =>
  world.call('POST /activity/api/v1/jplive/chat/liftMute', { fan: by, body: { roomId, muteId } });
const mutes = async ({ moderator, roomId } = chat) =>
  (await world.call('GET /activity/api/v1/jplive/chat/mutes', { fan: moderator, query: { roomId } })).data.list;
const appeal = (muteId: string) =>
  world.call('POST /activity/api/v1/jplive/chat/appeal', { fan: author, body: { muteId, text: 'It was a song' } });
const atOnce = <T>(act: (n: number) => Promise<T>) => Promise.all(Array.from({ length: 40 }, (_, n) => act(n)));

async function count(query: string): Promise<number> {
  const { rows } = await world.ownerPool.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${query}`);
  return rows[0]?.total ?? NaN;
}

describe('a moderator lifts a mute', () => {
  it.each<Length>(['fiveMinutes', 'thisRoom', 'forEver'])(
    'of the length %s: the fan writes again and gets a notice, once',
    async (length) => {
      const { data } = await mute(await chat.say(author, 'Hi'), length);
      expect(await mutes()).toMatchObject([{ muteId: data.muteId, nickname: 'Mina', reason: 'Three insults' }]);
      await appeal(data.muteId);
      expect(await lift(data.muteId)).toMatchObject({ data: { lifted: true } });
      expect((await changesNothing(world, () => lift(data.muteId))).data).toEqual({ lifted: true });
      expect(await mutes()).toEqual([]);
      expect(await chat.say(author, 'Thank you')).toBeTruthy();
      const notices = await world.call('GET /wallet/api/v1/notice/getNotices', { fan: author, query: {} });
      const roomId = length === 'forEver' ? null : chat.roomId;
      expect(notices.data.list.filter(({ kind }) => kind === 'chatMuteLifted')).toMatchObject([
        { muteId: data.muteId, roomId },
      ]);
      const operator = await world.given.operator('moderator');
      const open = await world.call('GET /operator/api/v1/chat/queue', { operator, query: {} });
      expect(open.data.list, 'the appeal has nothing to decide').toEqual([]);
    },
  );

  it('of their own room only, and only while it holds', async () => {
    const elsewhere = chat;
    chat = await givenChat(world);
    const messageId = await chat.say(author, 'Hi');
    const [here, everywhere] = [await mute(messageId, 'fiveMinutes'), await mute(messageId, 'forEver')];
    for (const { data } of [here, everywhere]) {
      const abroad = { by: elsewhere.moderator, roomId: elsewhere.roomId };
      expect(await changesNothing(world, () => lift(data.muteId, abroad))).toMatchObject({
        refusal: 'CHAT_MUTE_NOT_FOUND',
      });
      for (const by of [author, elsewhere.moderator]) {
        expect(await changesNothing(world, () => lift(data.muteId, { by }))).toMatchObject({
          refusal: 'CHAT_NOT_MODERATOR',
        });
      }
    }
    expect(await mutes(elsewhere)).toEqual([]);
    world.clock.advance(5 * 60_000);
    expect(await changesNothing(world, () => lift(here.data.muteId))).toMatchObject({ refusal: 'CHAT_MUTE_NOT_FOUND' });
    expect((await mutes()).map(({ muteId }) => muteId)).toEqual([everywhere.data.muteId]);
    const list = world.call('GET /activity/api/v1/jplive/chat/mutes', { fan: author, query: { roomId: chat.roomId } });
    expect(await list).toMatchObject({ refusal: 'CHAT_NOT_MODERATOR' });
  });

  it('and it can be neither appealed against nor decided about after that', async () => {
    const { data } = await mute(await chat.say(author, 'Hi'), 'forEver');
    await appeal(data.muteId);
    const operator = await world.given.operator('moderator');
    await lift(data.muteId);
    const body = { muteId: data.muteId, granted: false, why: 'Looked at it' };
    const decided = () => world.call('POST /operator/api/v1/chat/decideAppeal', { operator, body });
    expect(await changesNothing(world, decided)).toMatchObject({ refusal: 'CHAT_APPEAL_NOT_OPEN' });
    expect(await changesNothing(world, () => appeal(data.muteId))).toMatchObject({ refusal: 'CHAT_MUTE_NOT_FOUND' });
    await expect(
      world.ownerPool.query('UPDATE live_chat_mute SET granted = true, decided_at = appealed_at'),
    ).rejects.toThrow(/ends_one_way/);
  });
});

describe('forty at once', () => {
  it('mutes of a message are one, with one notice; liftings of it, too, after which it can be muted anew', async () => {
    const messageId = await chat.say(author, 'Hi');
    const given = await atOnce(() => mute(messageId, 'thisRoom', true));
    const [muteId, ...others] = new Set(given.map(({ data }) => data.muteId));
    expect([typeof muteId, others]).toEqual(['string', []]);
    const ofMute = `live_chat_act WHERE mute_id = ${muteId}`;
    expect(await count(ofMute)).toBe(1);
    const lifted = await atOnce(() => lift(muteId ?? ''));
    expect(lifted.every(({ code }) => code === 0)).toBe(true);
    expect(await count(ofMute)).toBe(2);
    expect(await count(`notice WHERE fan_id = ${author.id}`)).toBe(2);
    expect((await mute(messageId, 'thisRoom')).data.muteId).not.toBe(muteId);
  });

  it('reports by one fan count once; by forty fans they hide a message once', async () => {
    const readers = await world.given.fans(40);
    const messageId = await chat.say(author, 'Buy this');
    const report = (fan: TestFan | undefined) =>
      world.call('POST /activity/api/v1/jplive/chat/report', {
        fan: fan ?? author,
        body: { messageId, reason: 'spam' },
      });
    const shownAt = async () =>
      (
        await world.ownerPool.query<{ state: string; seq: number }>(
          'SELECT state, seq::int FROM live_chat_message WHERE id = $1',
          [messageId],
        )
      ).rows[0];
    await atOnce(() => report(readers[0]));
    const shown = await shownAt();
    expect([shown?.state, await count(`live_chat_report WHERE message_id = ${messageId}`)]).toEqual(['shown', 1]);
    const replies = await atOnce((n) => report(readers[n]));
    expect(replies.every(({ code }) => code === 0)).toBe(true);
    expect(await shownAt()).toEqual({ state: 'hidden', seq: (shown?.seq ?? 0) + 1 });
    expect(await count(`live_chat_report WHERE message_id = ${messageId}`)).toBe(40);
  });

  it('decisions about a held message follow each other: the last one holds, and positions stay distinct', async () => {
    await chat.duty(false);
    const held = await chat.say(author, 'Hi');
    await chat.duty(true);
    const replies = await atOnce((n) =>
      world.call('POST /activity/api/v1/jplive/chat/moderate', {
        fan: chat.moderator,
        body: { messageId: held, action: n % 2 === 0 ? 'show' : 'remove' },
      }),
    );
    expect(replies.every(({ code }) => code === 0)).toBe(true);
    const { rows } = await world.ownerPool.query<{ state: string; last: string; isNewest: boolean }>(
      `SELECT m.state, m.seq = c.seq AS "isNewest",
              (SELECT CASE action WHEN 'show' THEN 'shown' ELSE 'hidden' END FROM live_chat_act a
                WHERE a.message_id = m.id ORDER BY a.id DESC LIMIT 1) AS last
         FROM live_chat_message m JOIN live_chat c USING (room_id) WHERE m.id = $1`,
      [held],
    );
    expect(rows).toEqual([{ state: rows[0]?.last, last: rows[0]?.last, isNewest: true }]);
    expect(await count(`live_chat_act WHERE message_id = ${held}`)).toBe(40);
  });
});

it('another length for the same message is a mute of its own, and lifting one leaves the other', async () => {
  const messageId = await chat.say(author, 'Hi');
  const [short, long] = [await mute(messageId, 'fiveMinutes'), await mute(messageId, 'thisRoom')];
  expect(short.data.muteId).not.toBe(long.data.muteId);
  await lift(long.data.muteId);
  world.clock.advance(2000);
  const body = { roomId: chat.roomId, text: 'Again', clientId: randomUUID() };
  expect(await world.call('POST /activity/api/v1/jplive/chat/send', { fan: author, body })).toMatchObject({
    refusal: 'CHAT_MUTED',
  });
});
