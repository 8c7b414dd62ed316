import { contract, type Contract, type DataOf } from '@lightstick/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, createServices } from '#/app.ts';
import { refundTickets } from '#/modules/live/sell-tickets.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { readEvents } from '../../world/read-events.ts';
import { countQueries } from '../../world/count-queries.ts';
import { createWorld, type World } from '../../world/world.ts';
import { givenChat, type TestChat } from './given-chat.ts';

const route = 'GET /activity/api/v1/jplive/chat/stream';
type News = DataOf<Contract[typeof route]>;

let world: World;
let chat: TestChat;
let fan: TestFan;
let address: string;
beforeAll(async () => {
  world = await createWorld({ settings: { chatBatchMs: 20 } });
  address = await world.listen();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await world.given.fan();
  chat = await givenChat(world);
});

/** Listens as a browser would, from the start or after an event. */
async function listen(at = address, lastEventId?: string, as?: TestFan) {
  const left = new AbortController();
  const reply = await fetch(`${at}/activity/api/v1/jplive/chat/stream?roomId=${chat.roomId}`, {
    signal: left.signal,
    headers: {
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...(as && { token: as.token }),
    },
  });
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const events = readEvents(reply.body as ReadableStream<Uint8Array>);
  const heard: News[] = [];
  let lastId = '';
  return {
    lastId: () => lastId,
    texts: () => heard.flatMap(({ messages }) => messages.map(({ text }) => text)),
    /** Waits for the first event with the wanted content. */
    async until(isIt: (news: News) => boolean): Promise<News> {
      for (;;) {
        const { value } = await events.next();
        if (!value) throw new Error('The stream ended');
        const news = contract[route].data.parse(value.data);
        heard.push(news);
        lastId = value.id;
        if (isIt(news)) return news;
      }
    },
    [Symbol.asyncDispose]: async () => {
      left.abort();
      await events.return(undefined).catch(() => undefined);
    },
  };
}

const says = (text: string) => (news: News) => news.messages.some((message) => message.text === text);

describe('the stream of a chat', () => {
  it('begins with the last 50 messages and how the chat works', async () => {
    await world.ownerPool.query(
      `WITH moved AS (UPDATE live_chat SET seq = 60 WHERE room_id = $1)
       INSERT INTO live_chat_message (room_id, fan_id, client_id, text, role, sent_at, state, seq)
       SELECT $1, $2, gen_random_uuid(), 'Old ' || n, 'fan', $3, 'shown', n FROM generate_series(1, 60) AS n`,
      [chat.roomId, fan.id, world.clock.now()],
    );
    await using stream = await listen();
    const first = await stream.until(() => true);
    expect(first.messages.map(({ text }) => text)).toEqual(Array.from({ length: 50 }, (_, n) => `Old ${n + 11}`));
    expect(first.chat).toEqual({
      state: 'open',
      slowModeSeconds: 0,
      holdAll: false,
      moderatorsOnly: false,
      pinned: null,
    });
  });

  it('delivers what comes in at any of several servers, to the listeners of each', async () => {
    const other = await buildApp(createServices(world.services));
    const otherAddress = await other.listen({ host: '127.0.0.1', port: 0 });
    {
      await using here = await listen();
      await using there = await listen(otherAddress);
      await Promise.all([here.until(() => true), there.until(() => true)]);
      await chat.say(fan, 'One');
      await Promise.all([here.until(says('One')), there.until(says('One'))]);
      await chat.say(fan, 'Two');
      await Promise.all([here.until(says('Two')), there.until(says('Two'))]);
      expect(here.texts()).toEqual(['One', 'Two']);
      expect(there.texts()).toEqual(['One', 'Two']);
    }
    await other.close();
  });

  it('goes on at another server after the last event, without loss and without doubles', async () => {
    const other = await buildApp(createServices(world.services));
    const otherAddress = await other.listen({ host: '127.0.0.1', port: 0 });
    {
      // This listener keeps the other server's chat running, as it would be.
      await using there = await listen(otherAddress);
      await there.until(() => true);
      let lastId: string;
      {
        await using here = await listen();
        await here.until(() => true);
        await chat.say(fan, 'Heard');
        await here.until(says('Heard'));
        lastId = here.lastId();
      }
      const gone = await chat.say(fan, 'Written and gone');
      await chat.say(fan, 'Missed');
      await world.call('POST /activity/api/v1/jplive/chat/moderate', {
        fan: chat.moderator,
        body: { messageId: gone, action: 'remove' },
      });
      await there.until(({ removed }) => removed.includes(gone));
      await using back = await listen(otherAddress, lastId);
      const first = await back.until(() => true);
      expect(first).toMatchObject({ messages: [{ text: 'Missed' }], removed: [gone] });
      await chat.say(fan, 'New');
      await back.until(says('New'));
      expect(back.texts()).toEqual(['Missed', 'New']);
    }
    await other.close();
  });

  it('reads and keeps little for any number of listeners’ positions', async () => {
    await world.ownerPool.query(
      `WITH moved AS (UPDATE live_chat SET seq = 600 WHERE room_id = $1)
       INSERT INTO live_chat_message (room_id, fan_id, client_id, text, role, sent_at, state, seq)
       SELECT $1, $2, gen_random_uuid(), 'Old ' || n, 'fan', $3, 'shown', n FROM generate_series(1, 600) AS n`,
      [chat.roomId, fan.id, world.clock.now()],
    );
    await using first = await listen();
    await first.until(() => true);
    const positions = Array.from({ length: 60 }, (_, n) => n * 9);
    const reads = await countQueries(/m\.seq > \$\d+ and m\.seq <= /, async () => {
      for (const after of positions) {
        await using back = await listen(undefined, String(after));
        const { messages } = await back.until(() => true);
        expect(messages.some(({ text }) => text === `Old ${after + 1}`)).toBe(after >= 100);
        expect(messages.at(-1)?.text).toBe('Old 600');
      }
    });
    // From 472, 344 and 88, and the newest 500 of all.
    expect(reads).toBe(4);
  });

  it('reports removed, pinned and changed messages, also by the clock alone', async () => {
    await using stream = await listen();
    await stream.until(() => true);
    const messageId = await chat.say(fan, 'Hi');
    await stream.until(says('Hi'));
    const moderate = (action: 'pin' | 'remove') =>
      world.call('POST /activity/api/v1/jplive/chat/moderate', { fan: chat.moderator, body: { messageId, action } });
    await moderate('pin');
    expect((await stream.until(() => true)).chat?.pinned).toMatchObject({ messageId, text: 'Hi' });
    await moderate('remove');
    const news = await stream.until(({ removed }) => removed.length > 0);
    expect(news).toMatchObject({ removed: [messageId], chat: { pinned: null } });
    world.clock.advance(45_000);
    expect((await stream.until(() => true)).chat?.state).toBe('held');
    world.clock.advance(5 * 60_000);
    expect((await stream.until(() => true)).chat?.state).toBe('readOnly');
    world.clock.advance(60 * 60_000);
    expect((await stream.until(() => true)).chat?.state).toBe('closed');
  });

  it('shows a held message when a moderator lets it pass', async () => {
    await using stream = await listen();
    await stream.until(() => true);
    const messageId = await chat.say(fan, 'you sh1t');
    await chat.say(chat.moderator, 'Please be kind');
    await stream.until(says('Please be kind'));
    await world.call('POST /activity/api/v1/jplive/chat/moderate', {
      fan: chat.moderator,
      body: { messageId, action: 'show' },
    });
    await stream.until(says('you sh1t'));
    expect(stream.texts()).toEqual(['Please be kind', 'you sh1t']);
  });
});

it('a room with a price tells only those who have a ticket', async () => {
  chat = await givenChat(world, { price: 10 });
  const query = { roomId: chat.roomId };
  expect(await world.call(route, { fan, query })).toMatchObject({ refusal: 'LIVE_TICKET_MISSING' });
  expect(await world.call(route, { query })).toMatchObject({ refusal: 'LIVE_TICKET_MISSING' });
});

it('of a room with a price ends with a refund, and with the account', async () => {
  chat = await givenChat(world, { price: 10 });
  const [refunded, erased] = [await world.given.fan({ points: 10 }), await world.given.fan({ points: 10 })];
  const body = { roomId: chat.roomId, price: 10 };
  for (const buyer of [refunded, erased]) {
    expect(await world.call('POST /activity/api/v1/jplive/ticket/buy', { fan: buyer, body })).toMatchObject({
      code: 0,
    });
  }
  await using ended = await listen(address, undefined, refunded);
  await using gone = await listen(address, undefined, erased);
  await using stays = await listen(address, undefined, chat.moderator);
  await eraseFan(world, erased);
  await expect(gone.until(() => false)).rejects.toThrow('The stream ended');
  await world.ownerPool.query('UPDATE live_room SET cancelled_at = $2 WHERE id = $1', [chat.roomId, world.clock.now()]);
  await refundTickets(world.db, { at: world.clock.now(), hasTime: () => true });
  await expect(ended.until(() => false)).rejects.toThrow('The stream ended');
  expect((await stays.until(({ chat: news }) => news?.state === 'closed')).chat).toMatchObject({ state: 'closed' });
});

it('a fan’s stream ends with the sign-in or the account, in every process; those of others go on', async () => {
  const erased = await world.given.fan();
  const elsewhere = await buildApp(createServices(world.services));
  const there = await elsewhere.listen({ host: '127.0.0.1', port: 0 });
  {
    await using own = await listen(there, undefined, fan);
    await using gone = await listen(there, undefined, erased);
    await using others = await listen(there, undefined, chat.moderator);
    await using visitors = await listen(there);
    for (const stream of [own, gone, others, visitors]) await stream.until(() => true);
    await world.call('POST /wallet/api/v1/user/logout', { fan });
    await eraseFan(world, erased);
    for (const stream of [own, gone]) await expect(stream.until(() => false)).rejects.toThrow('The stream ended');
    await chat.say(chat.moderator, 'Still here');
    for (const stream of [others, visitors]) await stream.until(says('Still here'));
  }
  await elsewhere.close();
});
