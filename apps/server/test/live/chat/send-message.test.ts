import { randomUUID } from 'node:crypto';
import type { ErrorName } from '@lightstick/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, createServices } from '#/app.ts';
import { call } from '../../world/call.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { createWorld, type World } from '../../world/world.ts';
import { givenChat, type TestChat } from './given-chat.ts';

let world: World;
let chat: TestChat;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await world.given.fan();
  chat = await givenChat(world);
});

const minuteMs = 60_000;

const send = (text: string, { from = fan, clientId = randomUUID(), roomId = chat.roomId } = {}) =>
  world.call('POST /activity/api/v1/jplive/chat/send', { fan: from, body: { roomId, text, clientId } });

async function change(settings: Readonly<Record<string, unknown>>) {
  const body = { roomId: chat.roomId, ...settings };
  const { refusal } = await world.call('POST /activity/api/v1/jplive/chat/settings', { fan: chat.moderator, body });
  expect(refusal).toBeUndefined();
}

async function countMessages(): Promise<number> {
  const { rows } = await world.ownerPool.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM live_chat_message WHERE room_id = $1',
    [chat.roomId],
  );
  return rows[0]?.total ?? 0;
}

describe('a message is refused and changes nothing', () => {
  it.each<readonly [why: string, refusal: ErrorName, text: string, before: () => Promise<void>]>([
    ['with a link', 'CHAT_LINK', 'see example dot com', async () => undefined],
    ['with a telephone number', 'CHAT_CONTACT', '零九一二 345 678', async () => undefined],
    ['of 201 characters', 'CHAT_TOO_LONG', '👏🏽'.repeat(150) + 'a'.repeat(51), async () => undefined],
    ['with characters that nobody sees', 'REQUEST_INVALID', 'a\u202eb', async () => undefined],
    ['while a moderator pauses the chat', 'CHAT_PAUSED', 'Hi', () => change({ isPaused: true })],
    ['while only moderators write', 'CHAT_MODERATORS_ONLY', 'Hi', () => change({ moderatorsOnly: true })],
    ['two seconds after the last one', 'CHAT_TOO_FAST', 'Hi', async () => void (await chat.say(fan, 'First'))],
    [
      'within the slow mode',
      'CHAT_TOO_FAST',
      'Hi',
      async () => {
        await change({ slowModeSeconds: 30 });
        await chat.say(fan, 'First');
        world.clock.advance(29_000);
      },
    ],
    [
      'that repeats the last one in other letters',
      'CHAT_REPEATED',
      'GO MIRA',
      async () => {
        await chat.say(fan, 'Go Mira');
        world.clock.advance(2000);
      },
    ],
    [
      'without a moderator for five minutes',
      'CHAT_READ_ONLY',
      'Hi',
      async () => {
        await chat.duty(false);
        world.clock.advance(5 * minuteMs);
      },
    ],
    ['after the room', 'CHAT_CLOSED', 'Hi', async () => world.clock.advance(60 * minuteMs)],
  ])('%s', async (_, refusal, text, before) => {
    await before();
    expect(await changesNothing(world, () => send(text))).toMatchObject({ refusal });
  });

  it('in a room that is not there', async () => {
    expect(await changesNothing(world, () => send('Hi', { roomId: 'nowhere' }))).toMatchObject({
      refusal: 'LIVE_ROOM_NOT_FOUND',
    });
  });

  it('in a room without a chat', async () => {
    await world.ownerPool.query('UPDATE live_room SET has_chat = false WHERE id = $1', [chat.roomId]);
    expect(await changesNothing(world, () => send('Hi'))).toMatchObject({ refusal: 'CHAT_MISSING' });
  });

  it('in a room with a price without a ticket, but its moderators need none', async () => {
    chat = await givenChat(world, { price: 10 });
    expect(await changesNothing(world, () => send('Hi'))).toMatchObject({ refusal: 'LIVE_TICKET_MISSING' });
    expect(await send('Hi', { from: chat.moderator })).toMatchObject({ data: { state: 'shown' } });
  });

  it('when the room has as many in a second as can be read', async () => {
    const others = await world.given.fans(20);
    world.clock.advance(11 * minuteMs);
    await chat.duty(true);
    world.clock.set(new Date(Math.floor(world.clock.now().getTime() / 1000) * 1000));
    for (const other of others) expect(await send('Hi', { from: other })).toMatchObject({ code: 0 });
    expect(await changesNothing(world, () => send('Hi'))).toMatchObject({ refusal: 'CHAT_FULL' });
    world.clock.advance(1000);
    expect(await send('Hi')).toMatchObject({ data: { state: 'shown' } });
  });

  it('under a load at which other calls still pass', async () => {
    // The call itself is half of what the process takes.
    const settings = { ...world.services.settings, maxInFlight: 2 };
    const busy = await buildApp(createServices({ ...world.services, settings }));
    const body = { roomId: chat.roomId, text: 'Hi', clientId: randomUUID() };
    const refused = await changesNothing(world, () =>
      call(busy, 'POST /activity/api/v1/jplive/chat/send', { fan, body }),
    );
    expect(refused).toMatchObject({ refusal: 'CHAT_FULL' });
    expect(
      await call(busy, 'GET /activity/api/v1/jplive/chat/mine', { fan, query: { roomId: chat.roomId } }),
    ).toMatchObject({
      code: 0,
    });
    await busy.close();
  });
});

describe('a message waits for a moderator', () => {
  it.each<readonly [why: string, because: string, text: string, before: () => Promise<void>]>([
    ['with an English insult', 'filter', 'you sh1t', async () => undefined],
    ['from an account under ten minutes', 'newAccount', 'Hi', async () => void (fan = await world.given.fan())],
    ['while a moderator holds all', 'hold', 'Hi', () => change({ holdAll: true })],
    ['while no moderator is on duty', 'hold', 'Hi', async () => world.clock.advance(45_000)],
  ])('%s', async (_, because, text, before) => {
    await before();
    const { data } = await send(text);
    expect(data.state).toBe('held');
    const { data: queue } = await world.call('GET /activity/api/v1/jplive/chat/queue', {
      fan: chat.moderator,
      query: { roomId: chat.roomId },
    });
    expect(queue).toMatchObject({ total: 1, list: [{ messageId: data.messageId, because, state: 'held', text }] });
    const mine = await world.call('GET /activity/api/v1/jplive/chat/mine', { fan, query: { roomId: chat.roomId } });
    expect(mine.data.held).toMatchObject([{ messageId: data.messageId, text }]);
  });

  it('with a word of the content pack, with anything between its characters', async () => {
    await world.ownerPool.query(`INSERT INTO live_chat_words VALUES ('own', '{白癡}')`);
    // A process that has just begun knows the words.
    const begun = await buildApp(createServices(world.services));
    const body = { roomId: chat.roomId, text: '你 白·痴', clientId: randomUUID() };
    expect(await call(begun, 'POST /activity/api/v1/jplive/chat/send', { fan, body })).toMatchObject({
      data: { state: 'held' },
    });
    await begun.close();
  });
});

describe('a message is written once', () => {
  it('of forty that a fan sends at once', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => send(`Message ${n}`)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(replies.flatMap(({ refusal }) => refusal ?? []))).toEqual(new Set(['CHAT_TOO_FAST']));
    expect(await countMessages()).toBe(1);
  });

  it('when it comes again forty times, each with the first answer, even if the fan may no longer write', async () => {
    const clientId = randomUUID();
    const replies = await Promise.all(Array.from({ length: 40 }, () => send('Hi', { clientId })));
    expect(new Set(replies.map(({ data }) => JSON.stringify(data)))).toHaveLength(1);
    await change({ isPaused: true });
    expect((await changesNothing(world, () => send('Hi', { clientId }))).data).toEqual(replies[0]?.data);
    expect(await countMessages()).toBe(1);
  });

  it('and its client id serves no other text', async () => {
    const clientId = randomUUID();
    await send('Hi', { clientId });
    world.clock.advance(2000);
    expect(await changesNothing(world, () => send('Ho', { clientId }))).toMatchObject({
      refusal: 'IDEMPOTENCY_KEY_REUSED',
    });
  });
});

describe('the database itself refuses', () => {
  const byApp = (statement: string) => world.pool.query(statement);

  it.each([
    ['other words in a message', `UPDATE live_chat_message SET text = 'Other'`, /permission denied/],
    ['two messages of an author in a second', `UPDATE live_chat_author SET before_at = last_at`, /takes_time/],
    ['more messages in a second than can be read', `UPDATE live_chat SET sent_in_second = 21`, /of_a_second/],
    [
      'more blocks than 200',
      `INSERT INTO live_chat_block (fan_id, blocked_id, place, blocked_at) SELECT min(id), max(id), 201, now()
        FROM fan`,
      /place_check/,
    ],
  ])('%s', async (_, statement, error) => {
    await chat.say(fan, 'Hi');
    await expect(byApp(statement)).rejects.toThrow(error);
  });
});
