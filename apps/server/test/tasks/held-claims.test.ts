import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listDueClaims } from '#/modules/tasks/claims.store.ts';
import { claimJobs } from '#/modules/tasks/claim-task.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import type { TestOperator } from '../world/given-operator.ts';
import { givenCheckIn, givenTask, type TaskOptions } from '../world/given-task.ts';
import { listedTask } from '../world/listed-task.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const pendingPoints = 'POST /wallet/api/v1/userExpand/getPendingPoints';
const received = 'POST /wallet/api/v1/userExpand/getReceivedPointRecords';
const listHeld = 'GET /operator/api/v1/claims/held';
const release = 'POST /operator/api/v1/claims/release';
const refuse = 'POST /operator/api/v1/claims/refuse';
const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;
const why = 'looked at the account';
const reason = { en_US: 'One device, one reward.', zh_TW: '每台裝置限領一次。' };

describe('a suspicious claim', () => {
  let world: World;
  let fan: TestFan;
  let operator: TestOperator;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
    operator = await world.given.operator('editor');
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan({ points: 7 });
  });

  /** Prepares a fan's claim as the fourth account on a device, which is held. */
  async function givenHeld(options: TaskOptions = {}, holder = fan) {
    const taskId = await givenTask(world, { typeId: 13, reward: 20, ...options });
    const headers = { 'x-deviceid': randomUUID() };
    for (let account = 0; account < 3; account += 1) {
      const other = await world.given.fan();
      expect((await world.call(claim, { fan: other, body: { taskId }, headers })).data.state).toBe('awarded');
    }
    const key = randomUUID();
    const reply = await world.call(claim, { fan: holder, body: { taskId }, headers, key });
    expect(reply.data.state).toBe('held');
    return { taskId, headers, key, reply, claimId: await heldIdOf(holder) };
  }

  async function heldIdOf(holder: TestFan): Promise<string> {
    const { rows } = await world.ownerPool.query<{ key: string }>(
      "SELECT key FROM task_claim WHERE fan_id = $1 AND state = 'held'",
      [holder.id],
    );
    if (!rows[0]) throw new Error('the fan has no held claim');
    return rows[0].key;
  }

  const runJob = (id: string, payload: unknown = {}) =>
    claimJobs(world.services)
      .find((job) => job.id === id)
      ?.run(payload, { number: 1, last: false });

  it('by the fourth account on a device is held, and its fan sees why, and how long at most', async () => {
    const { taskId, reply } = await givenHeld();
    const text =
      'In review: several accounts claimed this reward on your device today. ' +
      'You’ll get it within 72 hours, or we’ll tell you why not.';
    expect(reply.data).toEqual({ taskId, points: 20, pointsLeft: 7, state: 'held', notice: { reason: 'held', text } });
    expect(await balanceOf(world, fan)).toBe(7);
    expect(await listedTask(world, taskId, { fan })).toMatchObject({
      state: 'completed',
      notice: { reason: 'held', text },
    });
    expect((await world.call(pendingPoints, { fan })).data).toEqual({
      pending: 20,
      items: [{ kind: 'task', title: 'Visit the page', points: 20, since: noon.toISOString(), note: text }],
    });
    world.clock.advance(71 * hourMs);
    expect(await listedTask(world, taskId, { fan, language: 'zh_TW' })).toMatchObject({
      notice: { text: '審核中：今天這台裝置上有多個帳號領取這個獎勵。最晚 1 小時內入帳，若未通過會告訴你原因。' },
    });
  });

  it('is answered alike when it is repeated, and refused under a new key, which changes nothing', async () => {
    const { taskId, headers, key, reply } = await givenHeld();
    const replay = await world.call(claim, { fan, body: { taskId }, headers, key });
    expect(replay.data).toEqual(reply.data);
    const again = await changesNothing(world, () =>
      world.call(claim, { fan, body: { taskId }, headers, key: randomUUID() }),
    );
    expect(again.refusal).toBe('CLAIM_HELD');
  });

  it('keeps its part of the budget until it is refused', async () => {
    const { taskId, claimId } = await givenHeld({ budget: 80 });
    const other = await world.given.fan();
    expect((await world.call(claim, { fan: other, body: { taskId } })).refusal).toBe('TASK_SOLD_OUT');
    await world.call(refuse, { operator, body: { claimId, why, reason } });
    expect(await world.call(claim, { fan: other, body: { taskId } })).toMatchObject({ data: { state: 'awarded' } });
  });

  it('is paid when an operator releases it, once, and the act is written down', async () => {
    const { taskId, claimId } = await givenHeld();
    const key = randomUUID();
    const reply = await world.call(release, { operator, body: { claimId, why }, key });
    expect(reply.data).toEqual({ claimId, points: 20, state: 'awarded' });
    expect((await world.call(release, { operator, body: { claimId, why }, key })).data).toEqual(reply.data);
    expect(await balanceOf(world, fan)).toBe(27);
    expect((await world.call(received, { fan })).data.list[0]).toMatchObject({ kind: 'task', points: 20 });
    expect((await world.call(pendingPoints, { fan })).data.pending).toBe(0);
    const shown = await listedTask(world, taskId, { fan });
    expect(shown).toMatchObject({ state: 'awarded' });
    expect(shown?.notice).toBeUndefined();
    const { data } = await world.call('GET /operator/api/v1/acts/list', {
      operator,
      query: { subject: `claim:${claimId}` },
    });
    expect(data.list).toMatchObject([{ action: 'claims/release', why, after: { state: 'awarded', points: 20 } }]);
  });

  it('is refused with words that its fan reads, and pays nothing', async () => {
    const { taskId, headers, claimId } = await givenHeld({ period: 'daily' });
    expect(await world.call(refuse, { operator, body: { claimId, why, reason } })).toMatchObject({
      data: { state: 'refused' },
    });
    expect(await balanceOf(world, fan)).toBe(7);
    expect((await world.call(pendingPoints, { fan })).data.pending).toBe(0);
    expect(await listedTask(world, taskId, { fan, language: 'zh_TW' })).toMatchObject({
      state: 'stayTuned',
      notice: { reason: 'refused', text: '這個獎勵未通過審核：每台裝置限領一次。' },
    });
    const again = await changesNothing(world, () => world.call(claim, { fan, body: { taskId }, headers }));
    expect(again).toMatchObject({
      refusal: 'CLAIM_REFUSED',
      message: 'This reward was refused: One device, one reward.',
    });
    world.clock.advance(24 * hourMs);
    expect((await listedTask(world, taskId, { fan }))?.notice).toBeUndefined();
  });

  it('is settled once, by the first of forty who release and refuse at once', async () => {
    const { claimId } = await givenHeld();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        place % 2 === 0
          ? world.call(release, { operator, body: { claimId, why }, key: randomUUID() })
          : world.call(refuse, { operator, body: { claimId, why, reason }, key: randomUUID() }),
      ),
    );
    const won = replies.filter(({ code }) => code === 0);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ refusal }) => refusal === 'CLAIM_NOT_HELD')).toHaveLength(39);
    expect(await balanceOf(world, fan)).toBe(won[0]?.data.state === 'awarded' ? 27 : 7);
  });

  it('cannot be settled again, nor can a claim that was never held, and nothing changes', async () => {
    const { claimId } = await givenHeld();
    await world.call(release, { operator, body: { claimId, why } });
    for (const id of [claimId, randomUUID()]) {
      const released = await changesNothing(world, () => world.call(release, { operator, body: { claimId: id, why } }));
      expect(released.refusal).toBe('CLAIM_NOT_HELD');
      const refused = await changesNothing(world, () =>
        world.call(refuse, { operator, body: { claimId: id, why, reason } }),
      );
      expect(refused.refusal).toBe('CLAIM_NOT_HELD');
    }
    const forced = world.pool.query("UPDATE task_claim SET state = 'held', settled_at = NULL WHERE key = $1", [
      claimId,
    ]);
    await expect(forced).rejects.toMatchObject({ constraint: 'task_claim_settled_once' });
  });

  it('is listed for operators until it is settled, and auditors only read it', async () => {
    const { taskId, claimId } = await givenHeld();
    const auditor = await world.given.operator('auditor');
    const { data } = await world.call(listHeld, { operator: auditor, query: { pageSize: 1000 } });
    expect(data.list.find((held) => held.claimId === claimId)).toMatchObject({
      accountId: fan.accountId,
      taskId,
      points: 20,
      heldFor: 'sharedDevice',
      releasesAt: new Date(noon.getTime() + 72 * hourMs).toISOString(),
    });
    const reply = await changesNothing(world, () => world.call(release, { operator: auditor, body: { claimId, why } }));
    expect(reply).toMatchObject({ status: 403, refusal: 'OPERATOR_ROLE_LACKING' });
  });

  it('is paid automatically after the deadline, and not a moment before', async () => {
    await givenHeld();
    world.clock.set(new Date(noon.getTime() + 72 * hourMs - 1));
    await changesNothing(world, async () => runJob('release-held-claims'));
    world.clock.advance(1);
    await Promise.all([runJob('release-held-claims'), runJob('release-held-claims')]);
    expect(await balanceOf(world, fan)).toBe(27);
  });

  it('is not tried again by a run that goes on behind it, and by the next one it is', async () => {
    const at = new Date(noon.getTime() + 72 * hourMs);
    world.clock.set(at);
    await runJob('release-held-claims');
    world.clock.set(noon);
    const claims = [await givenHeld(), await givenHeld({}, await world.given.fan())];
    const [first] = await listDueClaims(world.db, { at, after: undefined, most: 1 });
    world.clock.set(at);
    await runJob('release-held-claims', JSON.parse(JSON.stringify({ after: first })));
    const { rows } = await world.ownerPool.query<{ key: string }>(
      "SELECT key FROM task_claim WHERE key = ANY ($1) AND state = 'held'",
      [claims.map(({ claimId }) => claimId)],
    );
    expect(rows).toEqual([{ key: first?.claimId }]);
    await runJob('release-held-claims');
    expect(await balanceOf(world, fan)).toBe(27);
  });

  it('of a check-in goes on with the streak while it is held, and breaks it when it is refused', async () => {
    const taskId = await givenCheckIn(world);
    const headers = { 'x-deviceid': randomUUID() };
    const others = await Promise.all(Array.from({ length: 3 }, () => world.given.fan()));
    for (const other of others) await world.call(claim, { fan: other, body: { taskId }, headers });
    expect((await world.call(claim, { fan, body: { taskId }, headers })).data).toMatchObject({
      state: 'held',
      points: 5,
    });
    world.clock.advance(24 * hourMs);
    expect((await listedTask(world, taskId, { fan }))?.streak?.day).toBe(2);
    await world.call(refuse, { operator, body: { claimId: await heldIdOf(fan), why, reason } });
    expect((await listedTask(world, taskId, { fan }))?.streak?.day).toBe(1);
  });

  it('lapses when its fan is erased, and gives its part of the budget back', async () => {
    const { taskId, claimId } = await givenHeld({ budget: 80 });
    await eraseFan(world, fan);
    const reply = await world.call(release, { operator, body: { claimId, why } });
    expect(reply.refusal).toBe('CLAIM_NOT_HELD');
    const other = await world.given.fan();
    expect(await world.call(claim, { fan: other, body: { taskId } })).toMatchObject({ data: { state: 'awarded' } });
  });

  it('returns amounts to budgets in the order of their tasks, so concurrent erasures do not deadlock', async () => {
    const [first = '', last = ''] = [await givenTask(world), await givenTask(world)].toSorted();
    for (const [taskId, occurrence] of [
      [last, '2026-03-09'],
      [first, '2026-03-10'],
    ]) {
      await world.ownerPool.query(
        `INSERT INTO task_claim (fan_id, occurrence, task_id, points, key, claimed_at, state, held_for, release_at)
         VALUES ($1, $2, $3, 30, gen_random_uuid(), $4, 'held', 'sharedDevice', $5)`,
        [fan.id, occurrence, taskId, noon, new Date(noon.getTime() + 72 * hourMs)],
      );
      await world.ownerPool.query('SELECT take_from_task_budget($1, 30, false)', [taskId]);
    }
    const rival = await world.ownerPool.connect();
    try {
      await rival.query('BEGIN');
      await rival.query('SELECT FROM task_budget_shard WHERE task_id = $1 FOR UPDATE', [first]);
      const erasing = eraseFan(world, fan);
      await waitForLockWaiter(world);
      const free = await rival.query('SELECT FROM task_budget_shard WHERE task_id = $1 FOR UPDATE SKIP LOCKED', [last]);
      await rival.query('COMMIT');
      await erasing;
      expect(free.rowCount).toBe(8);
    } finally {
      rival.release();
    }
  });
});
