import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidV7 } from '#/lib/uuid.ts';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenRiddleRound, type TestRound } from '../../world/given-riddle-round.ts';
import { createWorld, type World } from '../../world/world.ts';

const consume = 'POST /task/api/v1/riddle/consume';
const submitAnswers = 'POST /task/api/v1/riddle/submitAnswers';
const getMyAnswers = 'POST /task/api/v1/riddle/getMyAnswers';
const getRiddleList = 'POST /task/api/v1/riddle/getRiddleList';
const getStatus = 'POST /task/api/v1/riddle/getUserRiddleStatus';

describe('a round of riddles', () => {
  let world: World;
  let fan: TestFan;
  let round: TestRound;
  beforeAll(async () => {
    world = await createWorld({ now: new Date('2026-03-10T04:00:00.000Z') });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    round = await givenRiddleRound(world);
    fan = await world.given.fan({ points: 100 });
  });

  const body = () => ({ roundId: round.roundId });
  const unlock = (who = fan, key: string = randomUUID()) => world.call(consume, { fan: who, body: body(), key });
  const riddle = (index: number) => round.riddles[index]?.riddleId ?? '';
  const answer = (text: string, { who = fan, index = 0 } = {}) =>
    world.call(submitAnswers, { fan: who, body: { ...body(), answers: [{ riddleId: riddle(index), answer: text }] } });
  const myAnswers = async () => (await world.call(getMyAnswers, { fan, body: body() })).data.answers;
  const seen = async (who?: TestFan) => {
    const { rounds } = (await world.call(getRiddleList, { fan: who })).data;
    return rounds.find(({ roundId }) => roundId === round.roundId);
  };

  it('is seen by everybody before it is unlocked, but not its riddles', async () => {
    for (const who of [undefined, fan]) {
      const told = await seen(who);
      expect(told).toMatchObject({ state: 'open', price: 30, rewards: [20, 60, 150], riddleCount: 3, unlocked: false });
      expect(told).not.toHaveProperty('riddles');
    }
  });

  it('shows its riddles to the fan who has unlocked it, for the price', async () => {
    expect(await unlock()).toMatchObject({ code: 0, data: { ...body(), paid: 30, pointsLeft: 70 } });
    expect(await balanceOf(world, fan)).toBe(70);
    expect(await seen(fan)).toMatchObject({
      unlocked: true,
      riddles: round.riddles.map(({ riddleId }, index) => ({ riddleId, text: `What is number ${index}?` })),
    });
    expect(await seen(await world.given.fan())).not.toHaveProperty('riddles');
  });

  it('speaks the language of its reader', async () => {
    await unlock();
    const { rounds } = (await world.call(getRiddleList, { fan, language: 'zh_TW' })).data;
    expect(rounds.find(({ roundId }) => roundId === round.roundId)).toMatchObject({
      title: 'The first round（中文）',
      riddles: [{ hint: 'It is between -1 and 1（中文）' }, {}, {}],
    });
  });

  it.each([
    [-1, 'RIDDLE_ROUND_NOT_OPEN'],
    [3_600_000, 'RIDDLE_ROUND_ENDED'],
  ])('cannot be unlocked %i ms after its opening', async (offset, refusal) => {
    world.clock.set(new Date(round.opensAt.getTime() + offset));
    expect(await changesNothing(world, () => unlock())).toMatchObject({ status: 200, refusal });
  });

  it('can be unlocked until the last moment', async () => {
    world.clock.set(new Date(round.closesAt.getTime() - 1));
    expect(await unlock()).toMatchObject({ code: 0 });
  });

  it('cannot be unlocked twice, without enough Points, when it does not exist, or by an anonymous caller', async () => {
    await unlock();
    expect((await changesNothing(world, () => unlock())).refusal).toBe('RIDDLE_ROUND_UNLOCKED');
    const poor = await world.given.fan({ points: 29 });
    const reply = await changesNothing(world, () => unlock(poor));
    expect(reply).toMatchObject({ refusal: 'INSUFFICIENT_POINTS', message: 'You need 1 more Point.' });
    const none = () => world.call(consume, { fan, body: { roundId: 'none' } });
    expect((await changesNothing(world, none)).refusal).toBe('RIDDLE_ROUND_NOT_FOUND');
    const anonymous = () => world.call(consume, { body: body() });
    expect((await changesNothing(world, anonymous)).status).toBe(401);
  });

  it('is paid once for forty repeats of a call, or forty calls with separate keys', async () => {
    const key = uuidV7(world.clock.now());
    const repeats = await Promise.all(Array.from({ length: 40 }, () => unlock(fan, key)));
    expect(new Set(repeats.map(({ data }) => JSON.stringify(data)))).toEqual(
      new Set([JSON.stringify({ ...body(), paid: 30, pointsLeft: 70 })]),
    );
    const other = await world.given.fan({ points: 100 });
    const rivals = await Promise.all(Array.from({ length: 40 }, () => unlock(other)));
    expect(rivals.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(rivals.filter(({ refusal }) => refusal === 'RIDDLE_ROUND_UNLOCKED')).toHaveLength(39);
    expect(await Promise.all([fan, other].map((one) => balanceOf(world, one)))).toEqual([70, 70]);
  });

  it('answers a late replay of the unlocking with the first answer, and takes its key for nothing else', async () => {
    const key = uuidV7(world.clock.now());
    const first = await unlock(fan, key);
    world.clock.set(round.closesAt);
    expect(await changesNothing(world, () => unlock(fan, key))).toMatchObject({ code: 0, data: first.data });
    round = await givenRiddleRound(world);
    expect((await changesNothing(world, () => unlock(fan, key))).refusal).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('takes no more fans than its budget can pay in full, and those it turns away pay nothing', async () => {
    round = await givenRiddleRound(world, { budget: 7 * 150 + 149 });
    expect(await seen()).toMatchObject({ placesLeft: 7 });
    const crowd = await Promise.all(Array.from({ length: 40 }, () => world.given.fan({ points: 30 })));
    const replies = await Promise.all(crowd.map((one) => unlock(one)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(7);
    expect(replies.filter(({ refusal }) => refusal === 'RIDDLE_ROUND_FULL')).toHaveLength(33);
    const balances = await Promise.all(crowd.map((one) => balanceOf(world, one)));
    expect(balances.filter((points) => points === 30)).toHaveLength(33);
    expect(await seen()).toMatchObject({ placesLeft: 0 });
    expect((await changesNothing(world, () => unlock(fan))).refusal).toBe('RIDDLE_ROUND_FULL');
  });

  it('keeps answers as they were typed, and of several to one riddle the last', async () => {
    await unlock();
    expect((await answer('First thought')).data.answers).toMatchObject([{ answer: 'First thought', right: null }]);
    world.clock.advance(1000);
    await answer('  Second Thought! ');
    await answer('三', { index: 2 });
    expect(await myAnswers()).toEqual([
      { riddleId: riddle(0), answer: 'Second Thought!', answeredAt: world.clock.now().toISOString(), right: null },
      { riddleId: riddle(2), answer: '三', answeredAt: world.clock.now().toISOString(), right: null },
    ]);
    const stored = await world.db
      .selectFrom('riddle_answer')
      .select('normalised')
      .where('fan_id', '=', fan.id)
      .execute();
    expect(stored.map(({ normalised }) => normalised).toSorted()).toEqual(['secondthought', '三']);
  });

  it('keeps the later answer over one received earlier, in any order of writing', async () => {
    await unlock();
    world.clock.advance(2000);
    await answer('Later');
    world.clock.advance(-1000);
    expect((await answer('Earlier')).data.answers).toMatchObject([{ answer: 'Later' }]);
  });

  it('takes answers up to its closing, and not at the very instant', async () => {
    await unlock();
    world.clock.set(new Date(round.closesAt.getTime() - 1));
    expect(await answer('In time')).toMatchObject({ code: 0 });
    world.clock.set(round.closesAt);
    expect((await changesNothing(world, () => answer('Too late'))).refusal).toBe('RIDDLE_ROUND_ENDED');
    expect(await myAnswers()).toMatchObject([{ answer: 'In time' }]);
  });

  it('takes answers across the end of daylight-saving time until exactly its closing', async () => {
    // New York goes from -04:00 to -05:00 in the night: the round lasts from eight to eight, which are 25 hours.
    const window = {
      opensAt: new Date('2026-10-31T20:00:00-04:00'),
      closesAt: new Date('2026-11-01T20:00:00-05:00'),
    };
    await using there = await createWorld({
      now: window.opensAt,
      environment: { PLATFORM_TIME_ZONE: 'America/New_York' },
    });
    const { roundId, riddles } = await givenRiddleRound(there, window);
    const newYorker = await there.given.fan({ points: 30 });
    await there.call(consume, { fan: newYorker, body: { roundId } });
    const answers = [{ riddleId: riddles[0]?.riddleId ?? '', answer: 'Autumn' }];
    there.clock.advance(25 * 3_600_000 - 1);
    expect(await there.call(submitAnswers, { fan: newYorker, body: { roundId, answers } })).toMatchObject({ code: 0 });
    there.clock.advance(1);
    const late = await there.call(submitAnswers, { fan: newYorker, body: { roundId, answers } });
    expect(late.refusal).toBe('RIDDLE_ROUND_ENDED');
  });

  it('takes no answers without an unlock, before its opening, to riddles of another, or without a letter', async () => {
    expect((await changesNothing(world, () => answer('Locked'))).refusal).toBe('RIDDLE_ROUND_LOCKED');
    expect((await world.call(getMyAnswers, { fan, body: body() })).refusal).toBe('RIDDLE_ROUND_LOCKED');
    await unlock();
    const first = round;
    round = await givenRiddleRound(world);
    const foreign = { riddleId: first.riddles[0]?.riddleId ?? '', answer: 'Foreign' };
    await unlock();
    const mixed = { ...body(), answers: [{ riddleId: riddle(0), answer: 'Fitting' }, foreign] };
    const reply = await changesNothing(world, () => world.call(submitAnswers, { fan, body: mixed }));
    expect(reply.refusal).toBe('RIDDLE_NOT_FOUND');
    expect((await changesNothing(world, () => answer('…?!'))).refusal).toBe('RIDDLE_ANSWER_EMPTY');
    world.clock.set(new Date(round.opensAt.getTime() - 1));
    expect((await changesNothing(world, () => answer('Early'))).refusal).toBe('RIDDLE_ROUND_NOT_OPEN');
    round = { ...round, roundId: 'none' };
    expect((await changesNothing(world, () => answer('Nowhere'))).refusal).toBe('RIDDLE_ROUND_NOT_FOUND');
    expect((await world.call(getMyAnswers, { fan, body: body() })).refusal).toBe('RIDDLE_ROUND_NOT_FOUND');
  });

  it('names the field when a call answers nothing, a riddle twice, or more than there is room for', async () => {
    await unlock();
    const one = { riddleId: riddle(0), answer: 'One' };
    for (const answers of [[], [one, one], [{ ...one, answer: 'x'.repeat(201) }], [{ ...one, answer: '  ' }]]) {
      const submitWrong = () => world.call(submitAnswers, { fan, body: { ...body(), answers } });
      expect(await changesNothing(world, submitWrong)).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID' });
    }
  });

  it('ends up with one of forty answers that come at once', async () => {
    await unlock();
    const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => answer(`Thought ${index}`)));
    expect(replies.every(({ code }) => code === 0)).toBe(true);
    expect(await myAnswers()).toEqual([expect.objectContaining({ answer: expect.stringMatching(/^Thought \d+$/) })]);
  });

  it('is shown although many are planned, with the next five', async () => {
    const planned: TestRound[] = [];
    for (let day = 21; day > 0; day -= 1) {
      const opensAt = new Date(round.closesAt.getTime() + day * 86_400_000);
      planned.unshift(await givenRiddleRound(world, { taskId: round.taskId, opensAt }));
    }
    const { rounds } = (await world.call(getRiddleList, { fan })).data;
    const told = rounds.filter(({ state }) => state !== 'closed').map(({ roundId }) => roundId);
    expect(told).toEqual([round, ...planned.slice(0, 5)].map(({ roundId }) => roundId));
    expect(rounds.map(({ opensAt }) => opensAt)).toEqual(rounds.map(({ opensAt }) => opensAt).toSorted());
  });

  it('tells each fan about their own way alone', async () => {
    await unlock();
    await answer('Mine');
    const { rounds } = (await world.call(getStatus, { fan })).data;
    expect(rounds).toEqual([
      {
        ...body(),
        unlockedAt: round.opensAt.toISOString(),
        answered: 1,
        riddleCount: 3,
        result: null,
        popShown: false,
      },
    ]);
    expect((await world.call(getStatus, { fan: await world.given.fan() })).data.rounds).toEqual([]);
  });
});
