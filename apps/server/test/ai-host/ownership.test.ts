import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ModelAnswer } from '#/modules/ai-host/model.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';
import { asks, givenHost, mineOf, stageOf } from './given-host.ts';

let world: World;
let fan: TestFan;
const budget = {
  baseUrl: 'http://127.0.0.1:9/v1',
  name: 'a-model',
  apiKey: undefined,
  requestsADay: 6,
  tokensADay: 10_000,
};
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-03-10T04:00:00.000Z'), settings: { aiHost: { model: budget } } });
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.advance(60 * 60_000);
  [fan] = (await world.given.fans(1)) as [TestFan];
});

const failure: ModelAnswer = { ok: false, because: 'silent', tokens: 0 };

it('a killed owner is followed by another, which answers the picked question once', async () => {
  await asks(world, fan, 'When does the voting end?');
  world.clock.advance(10_000);
  const never = Promise.withResolvers<ModelAnswer>();
  const asked = Promise.withResolvers<void>();
  const killed = givenHost(world, {
    model: () => {
      asked.resolve();
      return never.promise;
    },
  });
  const stuck = killed.step();
  await asked.promise;
  expect((await stageOf(world)).now).toMatchObject({ answer: null });

  const next = givenHost(world);
  await next.step();
  expect((await mineOf(world, fan)).question).toMatchObject({ state: 'answering' });
  world.clock.advance(16_000);
  await next.step();
  const { answer } = (await mineOf(world, fan)).question ?? {};
  expect(answer).toMatchObject({ mode: 'automatic' });

  // The former owner wakes up: its answer is nobody's any more.
  never.resolve({ ok: true, text: 'Voting is open.', tokens: 5 });
  await stuck;
  expect((await mineOf(world, fan)).question?.answer).toEqual(answer);
  const { rows } = await world.ownerPool.query('SELECT count(*) AS answers FROM ai_answer');
  expect(rows).toEqual([{ answers: 1 }]);
});

it('forty processes at once answer a question once', async () => {
  await asks(world, fan, 'How do I vote?');
  world.clock.advance(10_000);
  const before = await countAnswers();
  await Promise.all(Array.from({ length: 40 }, () => givenHost(world).step()));
  expect(await countAnswers()).toBe(before + 1);
});

async function countAnswers(): Promise<number> {
  const { rows } = await world.ownerPool.query<{ answers: number }>('SELECT count(*)::int AS answers FROM ai_answer');
  return rows[0]?.answers ?? 0;
}

it('the model answers within the facts; facts alone answer the rest', async () => {
  const says = (text: string) => async (): Promise<ModelAnswer> => ({ ok: true, text, tokens: 10 });
  await asks(world, fan, 'How do I vote?');
  world.clock.advance(30_000);
  await givenHost(world, { model: says('Choose an idol and cast your votes. Have fun!') }).step();
  expect((await mineOf(world, fan)).question?.answer).toMatchObject({
    mode: 'model',
    model: 'a-model',
    sentences: [{ text: 'Choose an idol and cast your votes.' }, { text: 'Have fun!' }],
  });
  await asks(world, fan, 'How many votes in total?');
  world.clock.advance(60_000);
  await givenHost(world, { model: says('About 987,654 votes.') }).step();
  const { answer } = (await mineOf(world, fan)).question ?? {};
  expect(answer).toMatchObject({ mode: 'automatic', model: null });
  expect(JSON.stringify(answer)).not.toContain('987');
  world.clock.advance(60_000);
  // The log names the model of each answer, whatever the room uses by then.
  const { list } = (await world.call('GET /activity/api/v1/jplive/agent/log', { query: {} })).data;
  expect(list.slice(0, 2).map(({ answer: logged }) => logged?.model)).toEqual([null, 'a-model']);
});

it('after three failures in a row the model rests, and the day has a budget', async () => {
  let requests = 0;
  const model = async () => {
    requests += 1;
    return failure;
  };
  const askOnce = async () => {
    await asks(world, fan, 'How do I vote?');
    world.clock.advance(60_000);
    await givenHost(world, { model }).step();
    expect((await mineOf(world, fan)).question?.answer).toMatchObject({ mode: 'automatic' });
  };
  for (let count = 0; count < 4; count += 1) await askOnce();
  expect(requests).toBe(3);
  // Of six requests a day, three were used by the tests before.
  world.clock.advance(10 * 60_000);
  await askOnce();
  expect(requests).toBe(3);
  world.clock.advance(24 * 60 * 60_000);
  await askOnce();
  expect(requests).toBe(4);
});
