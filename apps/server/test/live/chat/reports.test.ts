import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
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

const dayMs = 24 * 60 * 60_000;
const reader = (n: number) => readers[n] ?? author;
const tryToReport = (messageId: string, fan: TestFan, reason: Reason) =>
  world.call('POST /activity/api/v1/jplive/chat/report', { fan, body: { messageId, reason } });
async function report(messageId: string, fan: TestFan, reason: Reason) {
  expect(await tryToReport(messageId, fan, reason)).toMatchObject({ data: { reported: true } });
}
const moderate = (messageId: string, action: 'show' | 'pin') =>
  world.call('POST /activity/api/v1/jplive/chat/moderate', { fan: chat.moderator, body: { messageId, action } });
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

describe('reports of one fan', () => {
  const stateAfter = async (messageId: string, fan: TestFan) => {
    await report(messageId, fan, 'childSafety');
    return stateOf(messageId);
  };
  const write = async (count: number, about = 'Message') => {
    const written: string[] = [];
    for (let n = 0; n < count; n += 1) written.push(await chat.say(author, `${about} ${n}`));
    return written;
  };

  it('about child safety hide three messages a day; later ones stand first in the queue', async () => {
    const [one = '', two = '', three = '', four = ''] = await write(4);
    for (const messageId of [one, two, three]) expect(await stateAfter(messageId, reader(0))).toBe('hidden');
    expect(await stateAfter(four, reader(0))).toBe('shown');
    const fourth = { messageId: four, because: 'childSafety', isLocked: false, state: 'shown' };
    expect((await queue()).find(({ messageId }) => messageId === four)).toMatchObject(fourth);
    const ofOperators = await operatorQueue();
    const alarms = ofOperators.filter((row) => row.kind === 'message' && row.message.because === 'childSafety');
    expect(ofOperators.slice(0, alarms.length)).toEqual(alarms);
    expect(alarms.some((row) => row.kind === 'message' && row.message.messageId === four)).toBe(true);
    expect(await stateAfter(four, reader(1))).toBe('hidden');
    world.clock.advance(dayMs + 1000);
    await chat.duty(true);
    expect(await decide(four, false)).toMatchObject({ data: { state: 'hidden' } });
  });

  it('are twenty a day, forty at once as well, and the fan reads why', async () => {
    const messages = await write(40);
    const replies = await Promise.all(messages.map((messageId) => tryToReport(messageId, reader(0), 'childSafety')));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(20);
    const states = await Promise.all(messages.map((messageId) => stateOf(messageId)));
    expect(states.filter((state) => state === 'hidden')).toHaveLength(3);
    const [refused = ''] = messages.filter((_, n) => replies[n]?.refusal === 'REPORTS_USED_UP');
    const again = await changesNothing(world, () => tryToReport(refused, reader(0), 'spam'));
    expect(again).toMatchObject({
      refusal: 'REPORTS_USED_UP',
      message: expect.stringContaining('20 reports') as string,
    });
    // A repeat of one that was taken changes nothing.
    const [taken = ''] = messages.filter((_, n) => replies[n]?.code === 0);
    expect(await changesNothing(world, () => tryToReport(taken, reader(0), 'childSafety'))).toMatchObject({ code: 0 });
  });

  it('hide nothing for 30 days after a false alarm, and the message stays shown when others repeat it', async () => {
    const [one = '', two = ''] = await write(2);
    expect(await stateAfter(one, reader(0))).toBe('hidden');
    await decide(one, true);
    expect(await stateAfter(one, reader(1))).toBe('shown');
    expect(await stateAfter(two, reader(0))).toBe('shown');
    for (const fan of [reader(0), reader(2), reader(3)]) await report(two, fan, 'spam');
    expect(await stateOf(two)).toBe('shown');
    await report(two, reader(1), 'spam');
    expect(await stateOf(two)).toBe('hidden');
    await world.ownerPool.query(
      `UPDATE live_chat_report SET reported_at = reported_at - interval '31 days',
        unfounded_at = unfounded_at - interval '30 days'
        WHERE fan_id = $1`,
      [reader(0).id],
    );
    const [three = ''] = await write(1, 'Later');
    expect(await stateAfter(three, reader(0))).toBe('hidden');
  });

  it('count again when an operator decides the other way', async () => {
    const [one = '', two = ''] = await write(2);
    await report(one, reader(0), 'childSafety');
    await decide(one, true);
    await decide(one, false);
    expect(await stateAfter(two, reader(0))).toBe('hidden');
  });

  it('hide nothing after three that moderators found without ground', async () => {
    const [one = '', two = '', three = '', four = ''] = await write(4);
    for (const messageId of [one, two, three]) {
      await report(messageId, reader(0), 'insult');
      await moderate(messageId, 'show');
    }
    expect(await stateAfter(four, reader(0))).toBe('shown');
  });
});

describe('what a moderator wrote', () => {
  it('stays shown and pinned until an operator has decided', async () => {
    const messageId = await chat.say(chat.moderator, 'Please be kind');
    await moderate(messageId, 'pin');
    for (const fan of readers) await report(messageId, fan, 'spam');
    await report(messageId, reader(0), 'childSafety');
    expect(await stateOf(messageId)).toBe('shown');
    expect(await queue()).toMatchObject([{ messageId, because: 'childSafety', isLocked: false }]);
    const { rows } = await world.ownerPool.query('SELECT pinned_id FROM live_chat WHERE room_id = $1', [chat.roomId]);
    expect(rows).toEqual([{ pinned_id: Number(messageId) }]);
    // A moderator ends the other reports, and an operator this one.
    await moderate(messageId, 'show');
    expect(await queue()).toMatchObject([{ messageId, reports: [{ reason: 'childSafety', count: 1 }] }]);
    expect(await decide(messageId, false)).toMatchObject({ data: { state: 'hidden' } });
    expect(await queue()).toEqual([]);
    expect(await changesNothing(world, () => moderate(messageId, 'show'))).toMatchObject({
      refusal: 'CHAT_MESSAGE_LOCKED',
    });
  });
});
