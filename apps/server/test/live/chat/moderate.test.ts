import { randomUUID } from 'node:crypto';
import type { ErrorName } from '@lightstick/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetChatJob } from '#/modules/live/live.jobs.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import type { TestFan } from '../../world/given-fan.ts';
import type { TestOperator } from '../../world/given-operator.ts';
import { createWorld, type World } from '../../world/world.ts';
import { givenChat, type TestChat } from './given-chat.ts';

let world: World;
let chat: TestChat;
let author: TestFan;
let readers: TestFan[];
let operator: TestOperator;
beforeAll(async () => {
  world = await createWorld();
  operator = await world.given.operator('moderator');
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  author = await world.given.fan();
  readers = await world.given.fans(4);
  chat = await givenChat(world);
});

type Reason = 'insult' | 'spam' | 'childSafety';
type Action = 'show' | 'remove' | 'pin' | 'unpin';

const dayMs = 24 * 60 * 60_000;
const reader = (n: number) => readers[n] ?? author;
const tryToReport = (messageId: string, fan: TestFan, reason: Reason) =>
  world.call('POST /activity/api/v1/jplive/chat/report', { fan, body: { messageId, reason } });
async function report(messageId: string, fan: TestFan, reason: Reason) {
  expect(await tryToReport(messageId, fan, reason)).toMatchObject({ data: { reported: true } });
}
const moderate = (messageId: string, action: Action, fan = chat.moderator) =>
  world.call('POST /activity/api/v1/jplive/chat/moderate', { fan, body: { messageId, action } });
const send = (fan = author) =>
  world.call('POST /activity/api/v1/jplive/chat/send', {
    fan,
    body: { roomId: chat.roomId, text: 'Again', clientId: randomUUID() },
  });
const mute = (messageId: string, length: 'fiveMinutes' | 'thisRoom' | 'forEver', removeMessages = false) => {
  const body = { messageId, length, reason: 'Three insults', removeMessages };
  return world.call('POST /activity/api/v1/jplive/chat/mute', { fan: chat.moderator, body });
};
const queue = async () =>
  (await world.call('GET /activity/api/v1/jplive/chat/queue', { fan: chat.moderator, query: { roomId: chat.roomId } }))
    .data.list;
const operatorQueue = async () =>
  (await world.call('GET /operator/api/v1/chat/queue', { operator, query: { pageSize: 1000 } })).data.list;
const decide = (messageId: string, show: boolean) =>
  world.call('POST /operator/api/v1/chat/decide', { operator, body: { messageId, show, why: 'Looked at it' } });

async function stateOf(messageId: string) {
  const { rows } = await world.ownerPool.query<{ state: string }>('SELECT state FROM live_chat_message WHERE id = $1', [
    messageId,
  ]);
  return rows[0]?.state;
}

describe('reports', () => {
  it('of three fans hide a message until a moderator has looked at it, and count again after that', async () => {
    const messageId = await chat.say(author, 'Buy this');
    for (const fan of [reader(0), reader(1), reader(1)]) await report(messageId, fan, 'spam');
    expect(await stateOf(messageId)).toBe('shown');
    expect(await queue()).toMatchObject([{ messageId, because: 'reports', reports: [{ reason: 'spam', count: 2 }] }]);
    await report(messageId, reader(2), 'insult');
    expect(await stateOf(messageId)).toBe('hidden');
    await moderate(messageId, 'show');
    expect([await stateOf(messageId), await queue()]).toEqual(['shown', []]);
    await report(messageId, reader(3), 'spam');
    expect(await stateOf(messageId)).toBe('shown');
  });

  it('about child safety hide at once, stand first, and only operators decide', async () => {
    const spam = await chat.say(author, 'Buy this');
    for (const fan of readers.slice(0, 3)) await report(spam, fan, 'spam');
    const messageId = await chat.say(author, 'Where do you live');
    await report(messageId, reader(0), 'childSafety');
    expect(await stateOf(messageId)).toBe('hidden');
    expect(await queue()).toMatchObject([{ messageId, because: 'childSafety', isLocked: true }, { messageId: spam }]);
    for (const action of ['show', 'remove', 'pin'] as const) {
      expect(await changesNothing(world, () => moderate(messageId, action))).toMatchObject({
        refusal: 'CHAT_MESSAGE_LOCKED',
      });
    }
    expect((await operatorQueue())[0]).toMatchObject({ kind: 'message', accountId: author.accountId });
    expect(await decide(messageId, true)).toMatchObject({ data: { state: 'shown' } });
    const query = { subject: `chat-message:${messageId}` };
    const acts = await world.call('GET /operator/api/v1/acts/list', { operator, query });
    const act = { action: 'chat/decide', before: { isLocked: true }, after: { state: 'shown' } };
    expect(acts.data.list).toMatchObject([act]);
    expect(await stateOf(messageId)).toBe('shown');
  });

  it('of messages that nobody saw, or nobody may decide, change nothing', async () => {
    await chat.duty(false);
    const held = await chat.say(author, 'Hi');
    for (const messageId of [held, '999999']) {
      expect(await changesNothing(world, () => tryToReport(messageId, reader(0), 'childSafety'))).toMatchObject({
        refusal: 'CHAT_MESSAGE_NOT_FOUND',
      });
    }
    expect(await changesNothing(world, () => decide(held, true))).toMatchObject({ refusal: 'CHAT_MESSAGE_NOT_FOUND' });
  });
});

describe('a message that is locked for child safety', () => {
  const forget = () => forgetChatJob(world.services).run({}, { number: 1, last: false });

  it('outlives 30 days and its author, then goes after 180 days; the author’s others go with them', async () => {
    const locked = await chat.say(author, 'Where do you live');
    const other = await chat.say(author, 'Hello all');
    await report(locked, reader(0), 'childSafety');
    await decide(locked, false);
    await expect(world.pool.query('DELETE FROM live_chat_message WHERE id = $1', [locked])).rejects.toThrow(
      /live_chat_lock/,
    );
    world.clock.advance(31 * dayMs);
    await eraseFan(world, author);
    await forget();
    expect([await stateOf(locked), await stateOf(other)]).toEqual(['hidden', undefined]);
    world.clock.advance(148 * dayMs);
    await forget();
    expect(await stateOf(locked)).toBe('hidden');
    world.clock.advance(2 * dayMs);
    await forget();
    expect(await stateOf(locked)).toBeUndefined();
  });

  it('does not keep others from being forgotten after 30 days', async () => {
    const messageId = await chat.say(author, 'Hi');
    world.clock.advance(30 * dayMs + 1000);
    await forget();
    expect(await stateOf(messageId)).toBeUndefined();
  });
});

describe('a mute', () => {
  it('of five minutes holds in its room and ends by the clock; the fan gets a notice with the reason', async () => {
    const { data } = await mute(await chat.say(author, 'Hi'), 'fiveMinutes');
    world.clock.advance(5 * 60_000 - 1);
    await chat.duty(true);
    const message = expect.stringContaining('Three insults') as string;
    expect(await changesNothing(world, () => send())).toMatchObject({ refusal: 'CHAT_MUTED', message });
    const notices = await world.call('GET /wallet/api/v1/notice/getNotices', { fan: author, query: {} });
    expect(notices.data.list).toMatchObject([
      { kind: 'chatMuted', muteId: data.muteId, roomId: chat.roomId, reason: 'Three insults' },
    ]);
    world.clock.advance(1);
    expect(await send()).toMatchObject({ data: { state: 'shown' } });
  });

  it('of this room holds here only, a permanent one in every room', async () => {
    const first = chat;
    await mute(await chat.say(author, 'Hi'), 'thisRoom');
    chat = await givenChat(world);
    const messageId = await chat.say(author, 'Hi');
    await mute(messageId, 'forEver');
    world.clock.advance(2000);
    expect(await send()).toMatchObject({ refusal: 'CHAT_MUTED' });
    chat = first;
    expect(await send()).toMatchObject({ refusal: 'CHAT_MUTED' });
  });

  it('can remove an author’s messages, except locked ones', async () => {
    const locked = await chat.say(author, 'One');
    const [one, two] = [await chat.say(author, 'Two'), await chat.say(author, 'Three')];
    await moderate(two, 'pin');
    await report(locked, reader(0), 'childSafety');
    await mute(two, 'thisRoom', true);
    expect([await stateOf(one), await stateOf(two)]).toEqual(['hidden', 'hidden']);
    expect(await queue()).toMatchObject([{ messageId: locked, isLocked: true }]);
    const { rows } = await world.ownerPool.query(
      `SELECT action, fan_id, details FROM live_chat_act WHERE room_id = $1 ORDER BY id`,
      [chat.roomId],
    );
    const by = { fan_id: chat.moderator.id };
    expect(rows).toEqual([
      { action: 'pin', ...by, details: null },
      { action: 'mute', ...by, details: { length: 'thisRoom', removed: 2 } },
    ]);
  });

  it('is appealed against once, and ends if an operator grants it', async () => {
    const { data } = await mute(await chat.say(author, 'Hi'), 'forEver');
    const appeal = (fan = author, muteId = data.muteId) =>
      world.call('POST /activity/api/v1/jplive/chat/appeal', { fan, body: { muteId, text: 'It was a song' } });
    const decideAppeal = (granted: boolean) => {
      const body = { muteId: data.muteId, granted, why: 'It was a song' };
      return world.call('POST /operator/api/v1/chat/decideAppeal', { operator, body });
    };
    expect(await changesNothing(world, () => appeal(reader(0)))).toMatchObject({ refusal: 'CHAT_MUTE_NOT_FOUND' });
    expect(await changesNothing(world, () => appeal(author, '999999'))).toMatchObject({
      refusal: 'CHAT_MUTE_NOT_FOUND',
    });
    expect(await changesNothing(world, () => decideAppeal(true))).toMatchObject({ refusal: 'CHAT_APPEAL_NOT_OPEN' });
    expect(await appeal()).toMatchObject({ data: { appeal: 'open' } });
    expect(await changesNothing(world, () => appeal())).toMatchObject({ refusal: 'CHAT_APPEALED' });
    expect(await operatorQueue()).toContainEqual(
      expect.objectContaining({ kind: 'appeal', muteId: data.muteId, text: 'It was a song' }),
    );
    expect(await decideAppeal(true)).toMatchObject({ data: { appeal: 'granted' } });
    expect(await changesNothing(world, () => decideAppeal(false))).toMatchObject({ refusal: 'CHAT_APPEAL_NOT_OPEN' });
    world.clock.advance(2000);
    expect(await send()).toMatchObject({ data: { state: 'shown' } });
    const notices = await world.call('GET /wallet/api/v1/notice/getNotices', { fan: author, query: {} });
    expect(notices.data.list[0]).toMatchObject({ kind: 'chatAppealDecided', granted: true });
  });
});

describe('only moderators of the room', () => {
  it('moderate, mute, see the queue, change settings and are on duty', async () => {
    const messageId = await chat.say(author, 'Hi');
    const elsewhere = (await givenChat(world)).moderator;
    const { roomId } = chat;
    const attempts: readonly (() => Promise<{ readonly refusal: ErrorName | undefined }>)[] = [
      () => moderate(messageId, 'remove', elsewhere),
      () =>
        world.call('POST /activity/api/v1/jplive/chat/mute', {
          fan: elsewhere,
          body: { messageId, length: 'forEver', reason: 'Because', removeMessages: true },
        }),
      () => world.call('GET /activity/api/v1/jplive/chat/queue', { fan: elsewhere, query: { roomId } }),
      () =>
        world.call('POST /activity/api/v1/jplive/chat/settings', { fan: elsewhere, body: { roomId, isPaused: true } }),
      () => world.call('POST /activity/api/v1/jplive/chat/duty', { fan: elsewhere, body: { roomId, onDuty: true } }),
    ];
    for (const attempt of attempts) {
      expect(await changesNothing(world, attempt)).toMatchObject({ refusal: 'CHAT_NOT_MODERATOR' });
    }
  });

  it('are not muted themselves', async () => {
    const messageId = await chat.say(chat.moderator, 'Hi');
    expect(await changesNothing(world, () => mute(messageId, 'forEver'))).toMatchObject({
      refusal: 'CHAT_MUTE_MODERATOR',
    });
  });
});

describe('a block', () => {
  const block = (messageId: string, fan: TestFan) =>
    world.call('POST /activity/api/v1/jplive/chat/block', { fan, body: { messageId } });

  it('names the author’s messages and key to the fan, until it ends', async () => {
    const messageId = await chat.say(author, 'Hi');
    const [first, again] = [await block(messageId, reader(0)), await block(messageId, reader(0))];
    expect(again.data).toEqual(first.data);
    const mine = async () =>
      (await world.call('GET /activity/api/v1/jplive/chat/mine', { fan: reader(0), query: { roomId: chat.roomId } }))
        .data;
    const { blockId, authorKey } = first.data;
    expect(await mine()).toMatchObject({
      blocked: [messageId],
      blockedAuthors: [authorKey],
      blockedFans: [{ blockId, nickname: 'Mina' }],
    });
    await world.call('POST /activity/api/v1/jplive/chat/unblock', { fan: author, body: { blockId } });
    expect((await mine()).blocked).toEqual([messageId]);
    await world.call('POST /activity/api/v1/jplive/chat/unblock', { fan: reader(0), body: { blockId } });
    expect(await mine()).toMatchObject({ blocked: [], blockedAuthors: [], blockedFans: [] });
  });

  it('of oneself or a 201st fan changes nothing', async () => {
    const messageId = await chat.say(author, 'Hi');
    expect(await changesNothing(world, () => block(messageId, author))).toMatchObject({
      refusal: 'CHAT_BLOCK_ONESELF',
    });
    await world.given.fans(200);
    await world.ownerPool.query(
      `INSERT INTO live_chat_block (fan_id, blocked_id, place, blocked_at)
       SELECT $1, id, row_number() OVER (), $2 FROM (SELECT id FROM fan ORDER BY id DESC LIMIT 200) AS f`,
      [reader(0).id, world.clock.now()],
    );
    expect(await changesNothing(world, () => block(messageId, reader(0)))).toMatchObject({
      refusal: 'CHAT_BLOCKS_USED_UP',
    });
  });
});

it('a fan takes away what they wrote, reported and blocked, and what happened to them', async () => {
  const messageId = await chat.say(author, 'Hello all');
  const other = await chat.say(reader(0), 'Hi');
  await report(other, author, 'spam');
  await world.call('POST /activity/api/v1/jplive/chat/block', { fan: author, body: { messageId: other } });
  await mute(messageId, 'thisRoom');
  const { data } = await world.call('POST /wallet/api/v1/user/getMyData', { fan: author, body: {} });
  expect(data).toMatchObject({
    chatMessages: { total: 1, rows: [{ roomId: chat.roomId, text: 'Hello all', state: 'shown' }] },
    chatReports: { total: 1, rows: [{ messageId: other, reason: 'spam' }] },
    chatBlocks: { total: 1, rows: [{ nickname: 'Mina' }] },
    chatMutes: { total: 1, rows: [{ roomId: chat.roomId, reason: 'Three insults', appeal: null, granted: null }] },
    chatActs: { total: 0 },
  });
});
