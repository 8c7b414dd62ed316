import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aiHostJobs } from '#/modules/ai-host/ai-host.jobs.ts';
import type { Host } from '#/modules/ai-host/host.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';
import { asks, givenHost, mineOf, raises, stageOf } from './given-host.ts';

const dayMs = 24 * 60 * 60_000;

let world: World;
let fan: TestFan;
let other: TestFan;
let host: Host;
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-03-10T04:00:00.000Z') });
  await world.given.election();
  host = givenHost(world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  // What the test before left open is passed.
  world.clock.advance(40 * 60_000);
  await host.step();
  [fan, other] = (await world.given.fans(2)) as [TestFan, TestFan];
});

/** Lets the host pick and answer what is due. */
async function hostAnswers(): Promise<void> {
  world.clock.advance(30_000);
  await host.step();
}

describe('the featured fan', () => {
  const decideDay = async () => {
    await aiHostJobs(world.services)[0]?.run({}, { number: 1, last: true });
  };
  const agree = (caller: TestFan, agreed: boolean) =>
    world.call('POST /activity/api/v1/jplive/agent/feature', { fan: caller, body: { agreed } });

  it('has the most hands of the day among those who agree, once a week, and goes with the consent', async () => {
    world.clock.set(new Date('2026-03-20T04:00:00.000Z'));
    [fan, other] = (await world.given.fans(2)) as [TestFan, TestFan];
    const [hand] = (await world.given.fans(1)) as [TestFan];
    await agree(fan, true);
    const asked = (await asks(world, fan, 'When does the voting end?')).data.questionId;
    const without = (await asks(world, other, 'Who is in first place?')).data.questionId;
    await raises(world, hand, asked);
    await raises(world, hand, without);
    await raises(world, fan, without);
    await hostAnswers();
    await hostAnswers();
    world.clock.set(new Date('2026-03-20T16:00:30.000Z'));
    await decideDay();
    await decideDay();
    expect((await stageOf(world)).featured).toMatchObject({
      day: '2026-03-20',
      nickname: 'Mina',
      hands: 1,
      question: 'When does the voting end?',
    });
    const notices = await world.call('GET /wallet/api/v1/notice/getNotices', { fan, query: {} });
    expect(notices.data.list).toMatchObject([{ kind: 'featuredFan', day: '2026-03-20', hands: 1 }]);
    await agree(fan, false);
    expect((await stageOf(world)).featured).toBeNull();
    await agree(fan, true);
    const again = (await asks(world, fan, 'How do I earn Points?')).data.questionId;
    await raises(world, hand, again);
    await hostAnswers();
    world.clock.set(new Date('2026-03-21T16:00:30.000Z'));
    await decideDay();
    expect((await stageOf(world)).featured?.day).not.toBe('2026-03-21');
  });
});

it('a copy of what is kept on a fan has their questions, with the answers that were shown', async () => {
  const text = 'When does the voting end?';
  const { questionId } = (await asks(world, fan, text)).data;
  await raises(world, other, questionId);
  await hostAnswers();
  const shown = (await mineOf(world, fan)).question?.answer?.sentences.map((sentence) => sentence.text).join(' ');
  const { data } = await asks(world, fan, 'hello');
  const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
  expect(copy.data.hostQuestions).toMatchObject({
    total: 2,
    rows: [
      { text: 'hello', state: 'waiting', hands: 0, answer: null, askedAt: data.askedAt },
      { text, state: 'answered', hands: 1, answer: shown },
    ],
  });
});

it('the hand of a fan who is erased counts no longer for a question that waits', async () => {
  const { questionId } = (await asks(world, fan, 'How do I vote?')).data;
  await raises(world, other, questionId);
  await eraseFan(world, other);
  expect((await mineOf(world, fan)).question).toMatchObject({ questionId, hands: 0 });
});

it('a fan who is erased leaves answered questions without an account', async () => {
  const { questionId } = (await asks(world, fan, 'When does the voting end?')).data;
  await hostAnswers();
  await eraseFan(world, fan);
  const { rows } = await world.ownerPool.query(`SELECT fan_id FROM ai_question WHERE id = $1`, [questionId]);
  expect(rows).toEqual([{ fan_id: null }]);
});

it('questions are forgotten after thirty days', async () => {
  await asks(world, fan, 'When does the voting end?');
  await asks(world, other, 'when does the voting end');
  await hostAnswers();
  world.clock.advance(31 * dayMs);
  await aiHostJobs(world.services)[1]?.run({}, { number: 1, last: true });
  expect((await world.ownerPool.query('SELECT FROM ai_question')).rowCount).toBe(0);
});

it('a question that may mean several things gets questions to choose from', async () => {
  await asks(world, fan, 'and the second?');
  await hostAnswers();
  const { answer } = (await mineOf(world, fan)).question ?? {};
  expect(answer).toMatchObject({ outcome: 'suggested', suggestions: expect.arrayContaining(['Who is in place 2?']) });
});

it('a question of a fan who is alone is answered within six seconds', async () => {
  const askedAt = world.clock.now();
  await asks(world, fan, 'When does the voting end?');
  for (let second = 0; second < 6 && (await mineOf(world, fan)).question?.state !== 'answered'; second += 1) {
    world.clock.advance(1000);
    await host.step();
  }
  const spokenAt = (await mineOf(world, fan)).question?.answer?.sentences[0]?.startsAt;
  expect(Date.parse(spokenAt ?? '') - askedAt.getTime()).toBeLessThanOrEqual(6000);
});

it('a question in which a cry for help may hide is asked back, with help lines for its fan alone', async () => {
  const { data } = await asks(world, fan, '考試考到想死，投票什麼時候結束？');
  expect(data.helpLines?.join('')).toContain('1925');
  await hostAnswers();
  expect((await mineOf(world, fan)).question).toMatchObject({
    state: 'answered',
    answer: { outcome: 'suggested' },
    helpLines: data.helpLines,
  });
  expect(JSON.stringify(await stageOf(world))).not.toContain('1925');
  const { data: plain } = await asks(world, other, '我想死你們了');
  expect(plain).toMatchObject({ state: 'waiting', helpLines: null });
});

it('every reading of the stage lists the questions that it counts, while others ask', async () => {
  const fans = await world.given.fans(20);
  const askInTurn = async () => {
    for (const one of fans) expect((await asks(world, one, 'When does the voting end?')).refusal).toBeUndefined();
  };
  let areAsking = true;
  const readStages = async () => {
    const stages = [];
    while (areAsking) stages.push(await stageOf(world));
    return stages;
  };
  const asking = askInTurn().finally(() => {
    areAsking = false;
  });
  const [first, second] = await Promise.all([readStages(), readStages(), asking]);
  const stages = [...first, ...second];
  expect(stages.filter(({ queue, waiting }) => queue.length !== waiting)).toEqual([]);
  expect(new Set(stages.map(({ waiting }) => waiting)).size).toBeGreaterThan(3);
});
