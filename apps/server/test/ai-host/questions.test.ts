import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Host } from '#/modules/ai-host/host.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';
import { asks, givenHost, mineOf, raises, stageOf } from './given-host.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let world: World;
let fan: TestFan;
let other: TestFan;
let host: Host;
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-03-10T04:00:00.000Z') });
  // Each test turns the clock by half an hour or a day, and the end of the election would change what refusals do not.
  await world.given.election({ closesAt: new Date(world.clock.now().getTime() + 30 * dayMs) });
  host = givenHost(world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  [fan, other] = (await world.given.fans(2)) as [TestFan, TestFan];
});
/** What a test leaves open is passed, so that the next one has the stage for itself. */
afterEach(async () => {
  world.clock.advance(16 * minuteMs);
  await host.step();
  world.clock.advance(20 * minuteMs);
  await host.step();
});

/** Lets the host pick and answer what is due. */
async function hostAnswers(): Promise<void> {
  world.clock.advance(30_000);
  await host.step();
}

const settings = async (body: { state?: 'open' | 'paused' | 'ended'; holdAnswers?: boolean }) => {
  const operator = await world.given.operator('moderator');
  return world.call('POST /operator/api/v1/agent/settings', {
    operator,
    key: randomUUID(),
    body: { ...body, why: 'a test' },
  });
};

describe('a question', () => {
  it('waits, is picked and answered with times and a source, and appears in the log', async () => {
    const { data } = await asks(world, fan, 'When does the voting end?');
    expect(data).toMatchObject({ state: 'waiting', place: 1, hands: 0, answer: null, reason: null });
    expect((await stageOf(world)).nextPickAt).toBe(new Date(world.clock.now().getTime() + 2_500).toISOString());
    await hostAnswers();
    const { question } = await mineOf(world, fan);
    expect(question).toMatchObject({ state: 'answered', answer: { mode: 'automatic', language: 'en_US' } });
    expect(question?.answer?.source?.text).toMatch(/^Source/);
    const { now } = await stageOf(world);
    expect(now).toMatchObject({ questionId: data.questionId, pickedBy: 'wait', answer: question?.answer });
    world.clock.advance(5_000);
    const log = await world.call('GET /activity/api/v1/jplive/agent/log', { query: {} });
    expect(log.data.list[0]).toMatchObject({ questionId: data.questionId, text: 'When does the voting end?' });
  });

  it('about her number is answered by the platform, and one about Best 7 is honest without a poll', async () => {
    await asks(world, fan, 'Which idol has number 1?');
    await hostAnswers();
    // Her name is "Idol 1" here, so the question names her.
    expect((await mineOf(world, fan)).question?.answer?.sentences[0]?.text).toBe('Idol 1 has number 1.');
    await asks(world, other, 'Who leads Best 7?');
    await hostAnswers();
    expect((await mineOf(world, other)).question?.answer).toMatchObject({ outcome: 'unknown' });
  });

  it('is answered in Chinese when it is asked in Chinese', async () => {
    await asks(world, fan, '現在誰是第一名？');
    await hostAnswers();
    expect((await mineOf(world, fan)).question?.answer).toMatchObject({ language: 'zh_TW' });
  });

  it('that the facts do not answer gets an honest answer without a source', async () => {
    await asks(world, fan, 'Why is the sky blue?');
    await hostAnswers();
    const { answer } = (await mineOf(world, fan)).question ?? {};
    expect(answer).toMatchObject({
      outcome: 'unknown',
      source: null,
      gesture: 'sorry',
      sentences: [{ text: 'I don’t know that one.' }],
    });
  });

  it('is asked once by a client, and once by forty calls at once', async () => {
    const clientId = randomUUID();
    const first = await asks(world, fan, 'hello', clientId);
    expect((await asks(world, fan, 'hello', clientId)).data).toEqual(first.data);
    const changed = await asks(world, fan, 'how do I vote?', clientId);
    expect([changed.status, changed.refusal]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const replies = await Promise.all(Array.from({ length: 40 }, () => asks(world, other, 'good morning')));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(replies.filter(({ code }) => code !== 0).map(({ refusal }) => refusal))).toEqual(
      new Set(['QUESTION_OPEN']),
    );
  });

  it.each([
    ['a '.repeat(61).trim(), 'QUESTION_TOO_LONG'],
    ['look at www.example.com please', 'QUESTION_LINK'],
    ['call me at 0912-345-678', 'QUESTION_LINK'],
    ['加我 line: abc123', 'QUESTION_LINK'],
    ['you are a fucking idiot', 'QUESTION_REFUSED'],
    ['你 是 白 痴 嗎', 'QUESTION_REFUSED'],
  ])('%j is refused with %s and changes nothing', async (text, refusal) => {
    expect((await changesNothing(world, () => asks(world, fan, text))).refusal).toBe(refusal);
  });

  it('counts among twenty a day', async () => {
    await world.ownerPool.query(
      `INSERT INTO ai_question (fan_id, client_id, text, language, state, asked_at, day, over_at)
       SELECT $1, gen_random_uuid(), 'hello', 'en_US', 'withdrawn', $2, '2026-03-10'::date + $3::int, $2
         FROM generate_series(1, 20)`,
      [
        fan.id,
        world.clock.now(),
        Math.floor((world.clock.now().getTime() - Date.parse('2026-03-09T16:00:00Z')) / dayMs),
      ],
    );
    expect((await changesNothing(world, () => asks(world, fan, 'hello'))).refusal).toBe('QUESTIONS_USED_UP');
  });

  it('that cries for help gets help lines at once, alone, also while the room is paused', async () => {
    await settings({ state: 'paused' });
    const { data } = await asks(world, fan, '我想死，活不下去了');
    expect(data).toMatchObject({ state: 'answered', answer: { gesture: 'care', mode: 'automatic' } });
    expect(data.answer?.sentences.map(({ text }) => text).join('')).toContain('1925');
    expect((await changesNothing(world, () => asks(world, other, 'hello'))).refusal).toBe('AI_HOST_NOT_OPEN');
    await settings({ state: 'open' });
    expect((await stageOf(world)).now).toBeNull();
    const log = await world.call('GET /activity/api/v1/jplive/agent/log', { query: {} });
    expect(log.data.list.map(({ questionId }) => questionId)).not.toContain(data.questionId);
    expect((await changesNothing(world, () => raises(world, other, data.questionId))).refusal).toBe(
      'QUESTION_NOT_FOUND',
    );
  });

  it('is picked by its hands, which go up and down once for each fan', async () => {
    const mine = (await asks(world, fan, 'When does the voting end?')).data.questionId;
    const theirs = (await asks(world, other, 'Who is in first place?')).data.questionId;
    const [third] = await world.given.fans(1);
    await Promise.all(Array.from({ length: 40 }, () => raises(world, third as TestFan, theirs)));
    expect((await raises(world, fan, theirs)).data).toEqual({ raised: true, hands: 2 });
    expect((await raises(world, third as TestFan, theirs, false)).data).toEqual({ raised: false, hands: 1 });
    expect((await changesNothing(world, () => raises(world, fan, mine))).refusal).toBe('QUESTION_OWN');
    expect((await mineOf(world, fan)).raised).toEqual([theirs]);
    await hostAnswers();
    expect((await stageOf(world)).now).toMatchObject({ questionId: theirs, pickedBy: 'hands', hands: 1 });
    expect((await changesNothing(world, () => raises(world, third as TestFan, theirs))).refusal).toBe(
      'QUESTION_NOT_WAITING',
    );
  });

  it('that is the same as the picked one gets its answer', async () => {
    await asks(world, fan, 'When does the voting end?');
    await asks(world, other, 'when does the voting end');
    await hostAnswers();
    const merged = (await mineOf(world, other)).question;
    expect(merged).toMatchObject({ state: 'merged' });
    expect(merged?.answer).toEqual((await mineOf(world, fan)).question?.answer);
  });

  it('can be withdrawn while it waits, by its fan only', async () => {
    const { questionId } = (await asks(world, fan, 'hello')).data;
    const withdraw = (caller: TestFan) =>
      world.call('POST /activity/api/v1/jplive/agent/withdraw', { fan: caller, body: { questionId } });
    expect((await changesNothing(world, () => withdraw(other))).refusal).toBe('QUESTION_NOT_FOUND');
    expect((await withdraw(fan)).code).toBe(0);
    expect((await changesNothing(world, () => withdraw(fan))).refusal).toBe('QUESTION_NOT_WAITING');
    expect((await asks(world, fan, 'hello again')).code).toBe(0);
  });

  it('that waits too long, or when the room ends, is passed with the reason', async () => {
    await asks(world, fan, 'hello');
    await settings({ state: 'paused' });
    world.clock.advance(15 * minuteMs);
    await host.step();
    expect((await mineOf(world, fan)).question).toMatchObject({
      state: 'passed',
      reason: expect.stringContaining('more hands'),
    });
    await settings({ state: 'open' });
    await asks(world, other, 'hello');
    await settings({ state: 'ended' });
    await host.step();
    expect((await mineOf(world, other)).question).toMatchObject({
      state: 'passed',
      reason: expect.stringContaining('ended'),
    });
    await settings({ state: 'open' });
  });

  it('that midnight passes while it waits shows its fan that it was passed', async () => {
    const taipeiMs = world.clock.now().getTime() + 8 * 60 * minuteMs;
    world.clock.advance(dayMs - (taipeiMs % dayMs) - 10 * minuteMs);
    await asks(world, fan, 'hello');
    await settings({ state: 'paused' });
    world.clock.advance(15 * minuteMs);
    await host.step();
    expect((await mineOf(world, fan)).question).toMatchObject({ state: 'passed' });
    world.clock.advance(dayMs);
    expect((await mineOf(world, fan)).question).toBeNull();
    await settings({ state: 'open' });
  });
});

describe('operators', () => {
  const decide = async (questionId: string, show: boolean, key = randomUUID()) => {
    const operator = await world.given.operator('moderator');
    return world.call('POST /operator/api/v1/agent/decide', {
      operator,
      key,
      body: { questionId, show, why: 'a test' },
    });
  };
  const queue = async () => {
    const operator = await world.given.operator('moderator');
    return (await world.call('GET /operator/api/v1/agent/queue', { operator, query: {} })).data.list;
  };

  it('see a doubtful question first, and let it through or refuse it', async () => {
    const { questionId, state } = (await asks(world, fan, 'what is her address')).data;
    expect(state).toBe('held');
    expect(await queue()).toMatchObject([{ questionId, because: 'filter', answer: null, accountId: fan.accountId }]);
    expect((await decide(questionId, false)).data).toEqual({ state: 'refused' });
    expect((await mineOf(world, fan)).question).toMatchObject({ state: 'refused', reason: expect.any(String) });
    const except = ['operator', 'operator_token'];
    expect((await changesNothing(world, () => decide(questionId, true), { except })).refusal).toBe('QUESTION_NOT_HELD');
    const { rows } = await world.ownerPool.query(`SELECT why FROM operator_act WHERE subject = $1`, [
      `question:${questionId}`,
    ]);
    expect(rows).toEqual([{ why: 'a test' }]);
  });

  it('see each answer first when they wish', async () => {
    await settings({ holdAnswers: true });
    const { questionId } = (await asks(world, fan, 'When does the voting end?')).data;
    await hostAnswers();
    expect((await mineOf(world, fan)).question).toMatchObject({ state: 'held', answer: null });
    expect((await stageOf(world)).now).toBeNull();
    expect(await queue()).toMatchObject([{ questionId, because: 'hold', answer: { mode: 'automatic' } }]);
    await settings({ holdAnswers: false });
    expect((await decide(questionId, true)).data).toEqual({ state: 'answered' });
    expect((await stageOf(world)).now).toMatchObject({ questionId });
  });

  it('see a report about child safety first, after it has hidden the answer', async () => {
    await asks(world, fan, 'When does the voting end?');
    await hostAnswers();
    const answerId = (await mineOf(world, fan)).question?.answer?.answerId ?? '';
    const report = (reason: 'wrong' | 'childSafety', caller: TestFan) =>
      world.call('POST /activity/api/v1/jplive/agent/report', { fan: caller, body: { answerId, reason } });
    await report('wrong', fan);
    expect((await stageOf(world)).now).not.toBeNull();
    await report('childSafety', other);
    expect((await stageOf(world)).now).toBeNull();
    const [first] = await queue();
    expect(first).toMatchObject({
      because: 'childSafety',
      reports: [
        { reason: 'childSafety', count: 1 },
        { reason: 'wrong', count: 1 },
      ],
    });
    expect((await decide(first?.questionId ?? '', true)).data).toEqual({ state: 'answered' });
    expect((await stageOf(world)).now).not.toBeNull();
    // What was decided stays, and the next report of that kind waits for an operator.
    await report('childSafety', await world.given.fan());
    expect((await stageOf(world)).now).not.toBeNull();
    expect(await queue()).toMatchObject([{ because: 'childSafety' }]);
    // With three more reports there are four since the decision, and the next decision makes them count no more.
    const reporters = await world.given.fans(4);
    for (const reporter of reporters.slice(0, 3)) await report('wrong', reporter);
    expect((await stageOf(world)).now).not.toBeNull();
    await decide(first?.questionId ?? '', true);
    await report('wrong', reporters[3] as TestFan);
    expect((await stageOf(world)).now, 'one report since it was shown again').not.toBeNull();
    const unknown = { fan, body: { answerId: '999999999', reason: 'wrong' as const } };
    expect(
      (await changesNothing(world, () => world.call('POST /activity/api/v1/jplive/agent/report', unknown))).refusal,
    ).toBe('ANSWER_NOT_FOUND');
  });
});
