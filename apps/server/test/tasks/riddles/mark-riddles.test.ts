import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '#/modules/points/invariants.view.ts';
import { markRiddles, markRiddlesJob } from '#/modules/tasks/riddles/mark-riddles.ts';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenRiddleRound, type TestRound } from '../../world/given-riddle-round.ts';
import { waitForLockWaiter } from '../../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../../world/world.ts';

const setOpenPopStatus = 'POST /task/api/v1/riddle/setOpenPopStatus';
const getCorrectAnswers = 'POST /task/api/v1/riddle/getCorrectAnswers';

describe('the marking of a round of riddles', () => {
  let world: World;
  let round: TestRound;
  beforeAll(async () => {
    world = await createWorld({ now: new Date('2026-03-10T04:00:00.000Z') });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    round = await givenRiddleRound(world);
  });

  const body = () => ({ roundId: round.roundId });
  const mark = (most?: number) => markRiddles(world.services, world.clock.now(), most === undefined ? {} : { most });
  const settle = () => world.clock.set(new Date(round.closesAt.getTime() + 15_000));
  const statusOf = async (fan: TestFan) => {
    const { rounds } = (await world.call('POST /task/api/v1/riddle/getUserRiddleStatus', { fan })).data;
    return rounds.find(({ roundId }) => roundId === round.roundId);
  };

  /** Prepares a fan who has unlocked the round and solved this many of its riddles. */
  async function givenSolver(solved: number): Promise<TestFan> {
    const fan = await world.given.fan({ points: 30 });
    await world.call('POST /task/api/v1/riddle/consume', { fan, body: body() });
    const answers = round.riddles.map(({ riddleId, solution }, index) => ({
      riddleId,
      answer: index < solved ? solution.toUpperCase() : 'No idea',
    }));
    await world.call('POST /task/api/v1/riddle/submitAnswers', { fan, body: { ...body(), answers } });
    return fan;
  }

  it('pays by the number of right answers, and nothing for none', async () => {
    const fans = [await givenSolver(0), await givenSolver(1), await givenSolver(2), await givenSolver(3)];
    settle();
    await mark();
    expect(await Promise.all(fans.map((fan) => balanceOf(world, fan)))).toEqual([0, 20, 60, 150]);
    expect(await Promise.all(fans.map(async (fan) => (await statusOf(fan))?.result))).toEqual([
      { right: 0, reward: 0 },
      { right: 1, reward: 20 },
      { right: 2, reward: 60 },
      { right: 3, reward: 150 },
    ]);
  });

  it('waits until answering is closed, and shows the expected reward as pending until then', async () => {
    const fan = await givenSolver(2);
    const pending = async () => {
      const { data } = await world.call('POST /wallet/api/v1/userExpand/getPendingPoints', { fan, language: 'zh_TW' });
      return data.items.filter(({ kind }) => kind === 'riddle');
    };
    world.clock.set(new Date(round.closesAt.getTime() + 14_999));
    await changesNothing(world, () => mark());
    expect(await pending()).toEqual([]);
    settle();
    expect(await pending()).toEqual([
      { kind: 'riddle', title: 'The first round（中文）', points: 60, since: round.closesAt.toISOString() },
    ]);
    await mark();
    expect(await pending()).toEqual([]);
    const { list } = (await world.call('POST /wallet/api/v1/userExpand/getReceivedPointRecords', { fan })).data;
    expect(list[0]).toMatchObject({ kind: 'riddle', title: 'The first round', points: 60 });
  });

  it('waits at a process whose clock runs ahead until the others take no answers either', async () => {
    const fan = await givenSolver(2);
    world.clock.set(new Date(round.closesAt.getTime() + 60 * 60_000));
    let agreed = new Date(round.closesAt.getTime() + 14_999);
    const job = markRiddlesJob({ ...world.services, clusterClock: () => Promise.resolve(agreed) });
    const run = async () => job.run({}, { number: 1, last: false });
    await changesNothing(world, run);
    agreed = new Date(round.closesAt.getTime() + 15_000);
    await run();
    expect(await balanceOf(world, fan)).toBe(60);
  });

  it('happens once, also for repeated and concurrent calls', async () => {
    const fans = await Promise.all(Array.from({ length: 5 }, () => givenSolver(3)));
    settle();
    await Promise.all(Array.from({ length: 40 }, () => mark()));
    expect(await Promise.all(fans.map((fan) => balanceOf(world, fan)))).toEqual(fans.map(() => 150));
    await changesNothing(world, () => mark());
  });

  it('goes on where it was when a process dies between two batches', async () => {
    const fans = [];
    for (let count = 0; count < 6; count += 1) fans.push(await givenSolver(3));
    const [, , , third] = fans;
    settle();
    const revive = await dieOfRewardsTo(third);
    await expect(mark(2)).rejects.toThrow('the riddles of 1 could not be marked');
    expect(await Promise.all(fans.map((fan) => balanceOf(world, fan)))).toEqual([150, 150, 150, 0, 150, 150]);
    expect((await statusOf(third as TestFan))?.result).toBeNull();
    await revive();
    await mark(2);
    expect(await Promise.all(fans.map((fan) => balanceOf(world, fan)))).toEqual(fans.map(() => 150));
  });

  it('leaves the rest to the next run when it is killed in the middle', async () => {
    const fans = [];
    for (let count = 0; count < 6; count += 1) fans.push(await givenSolver(1));
    settle();
    const [, , third] = fans;
    const owner = await world.ownerPool.connect();
    try {
      // The third fan is held, so the job has paid two and waits for this one when its connection is cut.
      await owner.query('BEGIN');
      await owner.query('SELECT FROM fan WHERE id = $1 FOR UPDATE', [third?.id]);
      const killed = mark(2).then(
        () => undefined,
        (error: unknown) => error,
      );
      await waitForLockWaiter(world);
      await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(await killed).toBeInstanceOf(Error);
    } finally {
      await owner.query('ROLLBACK');
      owner.release();
    }
    expect(await balanceOf(world, fans[0] as TestFan)).toBe(20);
    expect(await balanceOf(world, third as TestFan)).toBe(0);
    await Promise.all([mark(2), mark(2)]);
    expect(await Promise.all(fans.map((fan) => balanceOf(world, fan)))).toEqual(fans.map(() => 20));
  });

  it('pays the reward promised at the unlocking', async () => {
    const fan = await givenSolver(3);
    await world.ownerPool.query('UPDATE riddle_round SET rewards = $2 WHERE id = $1', [round.roundId, [1, 2, 3]]);
    settle();
    await mark();
    expect(await balanceOf(world, fan)).toBe(150);
  });

  it('waits for more budget when the one of the task is spent, and then pays everybody', async () => {
    const fans = [await givenSolver(3), await givenSolver(3)];
    await world.ownerPool.query('UPDATE task SET budget = 200 WHERE id = $1', [round.taskId]);
    settle();
    const { violations } = await checkInvariants(world.ownerPool);
    expect(violations).toEqual([
      {
        invariant: 'budgets can pay unmarked rounds',
        rows: [{ id: round.taskId, unspent: expect.anything() as unknown, can_be_won: expect.anything() as unknown }],
      },
    ]);
    await expect(mark()).rejects.toThrow('the riddles of 1 could not be marked');
    const balances = await Promise.all(fans.map((fan) => balanceOf(world, fan)));
    expect(balances.toSorted((one, other) => one - other)).toEqual([0, 150]);
    await world.ownerPool.query('UPDATE task SET budget = 300 WHERE id = $1', [round.taskId]);
    await mark();
    expect(await Promise.all(fans.map((fan) => balanceOf(world, fan)))).toEqual([150, 150]);
  });

  it('credits nothing to a fan who was erased, whose answers are gone', async () => {
    const [before, meanwhile] = [await givenSolver(3), await givenSolver(3)];
    settle();
    await eraseFan(world, before);
    let marking: Promise<void> | undefined;
    await eraseFan(world, meanwhile, async () => {
      marking = mark();
      await waitForLockWaiter(world);
    });
    await marking;
    for (const fan of [before, meanwhile]) {
      expect(await balanceOf(world, fan)).toBe(0);
      const answers = await world.db.selectFrom('riddle_answer').selectAll().where('fan_id', '=', fan.id).execute();
      expect(answers).toEqual([]);
    }
  });

  it('leaves no answer behind that is being written while its fan is erased', async () => {
    const fan = await world.given.fan({ points: 30 });
    await world.call('POST /task/api/v1/riddle/consume', { fan, body: body() });
    const writer = await world.ownerPool.connect();
    try {
      await writer.query('BEGIN');
      await writer.query('SELECT FROM riddle_unlock WHERE fan_id = $1 FOR NO KEY UPDATE', [fan.id]);
      const erasing = eraseFan(world, fan);
      await waitForLockWaiter(world);
      await writer.query(
        `INSERT INTO riddle_answer (fan_id, round_id, riddle_id, answer, normalised, answered_at)
         VALUES ($1, $2, $3, 'Late', 'late', $4)`,
        [fan.id, round.roundId, round.riddles[0]?.riddleId, world.clock.now()],
      );
      await writer.query('COMMIT');
      await erasing;
    } finally {
      writer.release();
    }
    const answers = await world.db.selectFrom('riddle_answer').selectAll().where('fan_id', '=', fan.id).execute();
    expect(answers).toEqual([]);
  });

  it('refuses an answer that was received in time and written after it', async () => {
    const fan = await givenSolver(0);
    settle();
    await mark();
    world.clock.set(new Date(round.closesAt.getTime() - 1));
    const answers = round.riddles.map(({ riddleId, solution }) => ({ riddleId, answer: solution }));
    const late = () => world.call('POST /task/api/v1/riddle/submitAnswers', { fan, body: { ...body(), answers } });
    expect((await changesNothing(world, late)).refusal).toBe('RIDDLE_ROUND_ENDED');
  });

  it('gives no solution away before answering is closed, nor for a round that does not exist', async () => {
    world.clock.set(new Date(round.closesAt.getTime() + 14_999));
    const early = await changesNothing(world, () => world.call(getCorrectAnswers, { body: body() }));
    expect([early.refusal, early.data]).toEqual(['RIDDLE_ROUND_NOT_CLOSED', null]);
    const unknown = await changesNothing(world, () => world.call(getCorrectAnswers, { body: { roundId: 'no-such' } }));
    expect([unknown.refusal, unknown.data]).toEqual(['RIDDLE_ROUND_NOT_FOUND', null]);
    world.clock.advance(1);
    const settled = (await world.call(getCorrectAnswers, { body: body() })).data;
    expect(settled.answers).toHaveLength(round.riddles.length);
  });

  it('shows which answers were right after the marking, and the right ones', async () => {
    const fan = await givenSolver(1);
    const myAnswers = async () =>
      (await world.call('POST /task/api/v1/riddle/getMyAnswers', { fan, body: body() })).data.answers;
    settle();
    expect((await myAnswers()).map(({ right }) => right)).toEqual([null, null, null]);
    await mark();
    expect((await myAnswers()).map(({ right }) => right)).toEqual([true, false, false]);
    const { answers } = (await world.call(getCorrectAnswers, { body: body() })).data;
    expect(answers).toEqual(round.riddles.map(({ riddleId, solution }) => ({ riddleId, answer: solution })));
  });

  it('has its pop-up shown once, after it, to who has played', async () => {
    const fan = await givenSolver(1);
    const markShown = (who = fan) => world.call(setOpenPopStatus, { fan: who, body: body() });
    settle();
    expect((await changesNothing(world, () => markShown())).refusal).toBe('RIDDLE_ROUND_NOT_CLOSED');
    await mark();
    const stranger = await world.given.fan();
    expect((await changesNothing(world, () => markShown(stranger))).refusal).toBe('RIDDLE_ROUND_LOCKED');
    const nowhere = () => world.call(setOpenPopStatus, { fan, body: { roundId: 'none' } });
    expect((await changesNothing(world, nowhere)).refusal).toBe('RIDDLE_ROUND_NOT_FOUND');
    expect((await statusOf(fan))?.popShown).toBe(false);
    const replies = await Promise.all(Array.from({ length: 40 }, () => markShown()));
    expect(replies.filter(({ data }) => data.first)).toHaveLength(1);
    expect((await statusOf(fan))?.popShown).toBe(true);
    expect((await changesNothing(world, () => markShown())).data.first).toBe(false);
  });

  it('makes the card of its task go from waiting over available to awarded', async () => {
    const fan = await world.given.fan({ points: 30 });
    const cardOf = async (who: TestFan) => {
      const { data } = await world.call('POST /task/api/v1/task/getTasksList', { fan: who });
      const { state, progress } = data.luckyTasks?.find(({ taskId }) => taskId === round.taskId) ?? {};
      return { state, progress };
    };
    const solver = await givenSolver(3);
    expect(await cardOf(fan)).toEqual({ state: 'available', progress: { done: 0, total: 3 } });
    expect(await cardOf(solver)).toEqual({ state: 'available', progress: { done: 3, total: 3 } });
    world.clock.set(new Date(round.opensAt.getTime() - 1));
    expect(await cardOf(fan)).toMatchObject({ state: 'stayTuned' });
    settle();
    expect(await cardOf(solver)).toMatchObject({ state: 'stayTuned' });
    await mark();
    expect(await cardOf(solver)).toMatchObject({ state: 'awarded' });
    expect(await cardOf(fan)).toMatchObject({ state: 'stayTuned' });
    const claim = () =>
      world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan: solver, body: { taskId: round.taskId } });
    expect((await changesNothing(world, claim)).refusal).toBe('TASK_ALREADY_AWARDED');
  });

  /** Lets every reward to a fan fail; answers how to end that. */
  async function dieOfRewardsTo(fan: TestFan | undefined): Promise<() => Promise<void>> {
    await world.ownerPool.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'died'; END $$;
      CREATE TRIGGER dies BEFORE INSERT ON ledger.transfer FOR EACH ROW
        WHEN (new.reason = 42 AND new.fan = ${fan?.id ?? 0})
        EXECUTE FUNCTION die()`);
    return async () => {
      await world.ownerPool.query('DROP TRIGGER dies ON ledger.transfer; DROP FUNCTION die()');
    };
  }
});
