import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestOperator } from '../world/given-operator.ts';
import {
  clustersRoute,
  createQuarantineScenario,
  decideRoute,
  decisionsRoute,
  hourMs,
  listRoute,
  noon,
  type QuarantineScenario,
  reason,
  recordRoute,
  why,
} from './given-quarantine.ts';

describe('a vote in quarantine', () => {
  let scenario: QuarantineScenario;
  let operator: TestOperator;
  beforeAll(async () => {
    scenario = await createQuarantineScenario();
    operator = await scenario.world.given.operator('moderator');
  });
  afterAll(() => scenario[Symbol.asyncDispose]());

  const decide = (
    verdict: 'released' | 'voided',
    voteIds: readonly string[],
    { key = randomUUID(), by = operator }: { key?: string; by?: TestOperator } = {},
  ) =>
    scenario.world.call(decideRoute, {
      operator: by,
      body: { activityId: scenario.activityId, voteIds: [...voteIds], verdict, reason, why },
      key,
    });

  const results = (reply: Awaited<ReturnType<typeof decide>>) => reply.data.votes.map(({ result }) => result);

  it('counts once it is released, as if nothing had been, and says why', async () => {
    const { world, votesOf, givenSetAside } = scenario;
    const before = await votesOf('1');
    const { fan, voteId } = await givenSetAside({ num: 5 });
    const reply = await decide('released', [voteId]);
    expect(reply.data).toMatchObject({ num: 5, remaining: 0, votes: [{ voteId, result: 'decided' }] });
    expect(await votesOf('1')).toBe(before + 5);
    const { data } = await world.call(recordRoute, { fan, query: {}, language: 'zh_TW' });
    expect(data).toMatchObject({
      list: [
        {
          state: 'released',
          setAside: { decision: { reason: reason.zh_TW, isByRule: false, decidedAt: noon.toISOString() } },
          num: 5,
        },
      ],
      sums: { counted: 0, quarantined: 0, released: 5, voided: 0 },
    });
  });

  it('does not count once it is voided, and its fan has spent it', async () => {
    const { world, votesOf, givenSetAside } = scenario;
    const before = await votesOf('1');
    const { fan, voteId } = await givenSetAside({ num: 4 });
    expect(results(await decide('voided', [voteId]))).toEqual(['decided']);
    expect(await votesOf('1')).toBe(before);
    const { data } = await world.call(recordRoute, { fan, query: { state: 'voided' } });
    expect(data).toMatchObject({ total: 1, sums: { quarantined: 0, voided: 4 } });
    expect(data.list[0]?.setAside?.decision?.reason).toBe(reason.en_US);
  });

  it('is decided once: the same decision again and the other one are answered so, and change nothing', async () => {
    const { givenSetAside, world } = scenario;
    const { voteId } = await givenSetAside();
    const key = randomUUID();
    const first = await decide('released', [voteId], { key });
    expect((await changesNothing(world, () => decide('released', [voteId], { key }))).data).toEqual(first.data);
    const noted = { except: ['operator_request'] };
    const same = await changesNothing(world, () => decide('released', [voteId]), noted);
    expect(same.data).toMatchObject({ num: 0, votes: [{ voteId, result: 'decidedBefore' }] });
    expect(results(await changesNothing(world, () => decide('voided', [voteId]), noted))).toEqual(['decidedOtherwise']);
    const reused = await changesNothing(world, () => decide('voided', [voteId], { key }));
    expect(reused.refusal).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('is decided by the first of twenty who release and void at once, and all get that answer', async () => {
    const { world, givenSetAside, totals } = scenario;
    const before = await totals();
    const votes = [await givenSetAside({ num: 2 }), await givenSetAside({ num: 3 }), await givenSetAside({ num: 4 })];
    const voteIds = votes.map(({ voteId }) => voteId);
    const others = await Promise.all(Array.from({ length: 4 }, () => world.given.operator('moderator')));
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        decide(place % 2 === 0 ? 'released' : 'voided', place % 3 === 0 ? voteIds : voteIds.toReversed(), {
          by: others[place % 4] ?? operator,
        }),
      ),
    );
    const all = replies.flatMap(results);
    expect(all.filter((result) => result === 'decided')).toHaveLength(3);
    expect(all.filter((result) => result === 'decidedBefore').length).toBe(9 * 3);
    expect(all.filter((result) => result === 'decidedOtherwise').length).toBe(10 * 3);
    const after = await totals();
    expect(after.quarantined).toBe(before.quarantined);
    expect(after.released + after.voided).toBe(before.released + before.voided + 9);
  });

  it('is decided about while its fan and others vote, and every vote ends up in one place', async () => {
    const { world, vote, givenSetAside, totals, votesOf } = scenario;
    const before = { votes: await votesOf('2'), ...(await totals()) };
    const many = await Promise.all(Array.from({ length: 6 }, () => givenSetAside({ num: 1, idolId: '2' })));
    const fans = await Promise.all(Array.from({ length: 20 }, () => world.given.fan({ votes: 2 })));
    await Promise.all([
      ...many.map(({ voteId }, place) => decide(place % 2 === 0 ? 'released' : 'voided', [voteId])),
      ...fans.map((fan) => vote(fan, { idolId: '2' })),
    ]);
    expect(await votesOf('2')).toBe(before.votes + 3 + 20);
    expect(await totals()).toEqual({
      quarantined: before.quarantined,
      released: before.released + 3,
      voided: before.voided + 3,
    });
  });

  it('is found by its suspicion, with the votes of its device, so that one decision ends them all', async () => {
    const { world, activityId, givenSetAside, vote } = scenario;
    const { deviceId, voteId, fan } = await givenSetAside({ num: 7, idolId: '2' });
    const other = await world.given.fan({ votes: 1 });
    const second = await vote(other, { deviceId, idolId: '1' });
    const clusterOf = async () => {
      const { data } = await world.call(listRoute, { operator, query: { activityId, pageSize: 1000 } });
      return data.list.find((one) => one.voteId === voteId);
    };
    await expect.poll(async () => (await clusterOf())?.clusterId).toMatch(/^[0-9a-f-]{36}$/);
    const found = await clusterOf();
    expect(found).toMatchObject({
      idolName: 'Idol 2',
      num: 7,
      accountId: fan.accountId,
      suspicion: 'device',
      decidedAtLatest: new Date(noon.getTime() + 96 * hourMs).toISOString(),
    });
    const clusterId = found?.clusterId ?? '';
    await expect
      .poll(async () => {
        const { data } = await world.call(clustersRoute, { operator, query: { activityId, suspicion: 'device' } });
        return data.list.find((one) => one.clusterId === clusterId);
      })
      .toMatchObject({ fans: 2, votes: 2, num: 8, suspicion: 'device' });
    const auditor = await world.given.operator('auditor');
    const narrowed = await world.call(listRoute, { operator: auditor, query: { activityId, clusterId, idolId: '1' } });
    expect(narrowed.data.list.map((one) => one.voteId)).toEqual([second.data.voteId]);
    const speed = await world.call(listRoute, { operator, query: { activityId, suspicion: 'speed' } });
    expect(speed.data.total).toBe(0);
    const { data } = await world.call(listRoute, { operator, query: { activityId, clusterId } });
    expect(
      results(
        await decide(
          'voided',
          data.list.map((one) => one.voteId),
        ),
      ),
    ).toEqual(['decided', 'decided']);
    expect((await world.call(listRoute, { operator, query: { activityId, clusterId } })).data.total).toBe(0);
    const { data: acts } = await world.call('GET /operator/api/v1/acts/list', { operator, query: { pageSize: 1 } });
    expect(acts.list).toMatchObject([
      {
        action: 'votes/decide',
        subject: `activity:${activityId}`,
        why,
        after: { state: 'voided', num: 8, voteIds: [voteId, second.data.voteId] },
      },
    ]);
  });

  it('is public once decided, with the reason and without its fan', async () => {
    const { world, activityId, givenSetAside } = scenario;
    const { voteId, fan } = await givenSetAside({ num: 6 });
    await decide('voided', [voteId]);
    const { data } = await world.call(decisionsRoute, { query: { activityId, pageSize: 1 }, language: 'zh_TW' });
    expect(data.list).toEqual([
      {
        decisionId: expect.any(String) as string,
        verdict: 'voided',
        reason: reason.zh_TW,
        isByRule: false,
        decidedAt: noon.toISOString(),
        num: 6,
      },
    ]);
    expect(JSON.stringify(data)).not.toContain(fan.accountId);
    expect(data.total).toBeGreaterThan(1);
  });

  it('cannot be decided by a fan who is no moderator, nor if it counts, and nothing changes', async () => {
    const { world, vote, givenSetAside } = scenario;
    const { voteId } = await givenSetAside();
    for (const role of ['editor', 'auditor'] as const) {
      const by = await world.given.operator(role);
      const refused = await changesNothing(world, () => decide('released', [voteId], { by }));
      expect(refused).toMatchObject({ status: 403, refusal: 'OPERATOR_ROLE_LACKING' });
    }
    const counted = await vote(await world.given.fan({ votes: 1 }));
    const noted = { except: ['operator_request'] };
    const asked = [counted.data.voteId, '999999999'];
    const reply = await changesNothing(world, () => decide('voided', asked), noted);
    expect(results(reply)).toEqual(['notInQuarantine', 'notInQuarantine']);
    const nowhere = await changesNothing(world, () =>
      world.call(decideRoute, {
        operator,
        body: { activityId: 'none', voteIds: [voteId], verdict: 'voided', reason, why },
      }),
    );
    expect(nowhere.refusal).toBe('ACTIVITY_NOT_FOUND');
    const without = await changesNothing(world, () =>
      world.call(decideRoute, {
        operator,
        body: { activityId: '1004', voteIds: [voteId], verdict: 'voided', reason: { ...reason, zh_TW: '' }, why },
      }),
    );
    expect(without.refusal).toBe('REQUEST_INVALID');
  });

  it('is decided only by the functions of the ledger, and a decision stays', async () => {
    const { world, activityId } = scenario;
    await expect(
      world.pool.query('SELECT * FROM ledger.decide_flagged_votes(1004, ARRAY[1]::bigint[], true)'),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      world.pool.query(
        `INSERT INTO vote_decision (activity_id, verdict, reason, by_rule, decided_at)
          VALUES ($1, 'voided', $2, true, now())`,
        [activityId, reason],
      ),
    ).rejects.toMatchObject({ code: '42501' });
    for (const table of ['vote_decision', 'decided_vote']) {
      await expect(world.ownerPool.query(`DELETE FROM ${table}`)).rejects.toThrow('stay as they are');
    }
  });

  it('is counted in a metric', async () => {
    const { world, totals } = scenario;
    const readShown = async () => {
      const text = await world.services.metrics.registry.metrics();
      return Number(/lightstick_votes_in_quarantine\{activity="1004"\} (\d+)/.exec(text)?.[1]);
    };
    const { quarantined } = await totals();
    expect(quarantined).toBeGreaterThan(0);
    await expect.poll(readShown).toBe(quarantined);
  });
});

it('released ranks before those who reached the same count after it was received', async () => {
  await using scenario = await createQuarantineScenario();
  const { world, vote, givenSetAside, activityId } = scenario;
  const { voteId } = await givenSetAside({ num: 5, idolId: '2' });
  world.clock.advance(1000);
  await vote(await world.given.fan({ votes: 5 }), { idolId: '1', num: 5 });
  world.clock.advance(1000);
  await world.call(decideRoute, {
    operator: await world.given.operator('moderator'),
    body: { activityId, voteIds: [voteId], verdict: 'released', reason, why },
  });
  const { rows } = await world.ownerPool.query<{ idol_id: string }>(
    `SELECT idol_id FROM standing_of_round($1, 1::smallint) WHERE votes = 5 ORDER BY rank`,
    [activityId],
  );
  expect(rows.map((row) => row.idol_id)).toEqual(['2', '1']);
});

it('makes no fan a supporter while it is in quarantine', async () => {
  await using scenario = await createQuarantineScenario();
  const { world, activityId, givenSetAside } = scenario;
  const operator = await world.given.operator('moderator');
  const { fan, voteId } = await givenSetAside({ num: 900, idolId: '2' });
  await world.call('POST /wallet/api/v1/userExpand/updateAccountInfo', { fan, body: { showsSupport: true } });
  const query = { activityId, idolId: '2' };
  const supporters = async () => {
    await world.time.set(new Date(world.clock.now().getTime() + 4 * 60_000));
    const { data } = await world.call('GET /activity/api/v1/vote/idol/getTopSupporters', { query });
    const { data: own } = await world.call('GET /activity/api/v1/vote/idol/getMySupport', { fan, query });
    return { shown: data.list.map(({ votes }) => votes), own: own.mine?.votes ?? null };
  };
  expect(await supporters()).toEqual({ shown: [], own: null });
  const body = { activityId, voteIds: [voteId], verdict: 'released' as const, reason, why };
  expect((await world.call(decideRoute, { operator, body, key: randomUUID() })).code).toBe(0);
  await expect.poll(supporters).toEqual({ shown: [900], own: 900 });
});
