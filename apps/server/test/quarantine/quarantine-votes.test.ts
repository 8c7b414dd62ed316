import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { createQuarantineScenario, type QuarantineScenario, rankingRoute, recordRoute } from './given-quarantine.ts';

let scenario: QuarantineScenario;
afterEach(() => scenario[Symbol.asyncDispose]());

const sharedDevice = 'Several accounts voted on this device within a day.';

it('counts no votes that are set aside, and tells its fan why in their language, in answer and record', async () => {
  scenario = await createQuarantineScenario();
  const { world, activityId, givenSetAside, votesOf, vote } = scenario;
  const { fan, reply, deviceId } = await givenSetAside({ num: 5 });
  const setAside = { suspicion: 'device', why: sharedDevice, decision: null };
  expect(reply.data).toMatchObject({ state: 'quarantined', setAside, remaining: 0, idolVotes: 0 });
  expect(await votesOf('1')).toBe(0);
  const { data } = await world.call(recordRoute, { fan, query: {} });
  expect(data.list).toMatchObject([{ state: 'quarantined', setAside, num: 5, idolId: '1' }]);
  expect(data.sums).toEqual({ counted: 0, quarantined: 5, released: 0, voided: 0 });
  const other = await world.given.fan({ votes: 1 });
  const chinese = await vote(other, { deviceId, language: 'zh_TW' });
  expect(chinese.data.setAside?.why).toBe('這台裝置在一天內有多個帳號投票。');
  const ranking = await world.call(rankingRoute, { query: { activityId } });
  expect(ranking.data).toMatchObject({ totalVotes: 2, setAside: { quarantined: 6, released: 0, voided: 0 } });
  expect(ranking.data.list.find(({ idolId }) => idolId === '1')).toMatchObject({
    votes: 0,
    setAside: { quarantined: 6, released: 0, voided: 0 },
  });
  expect(ranking.data.list.find(({ idolId }) => idolId === '3')).not.toHaveProperty('setAside');
});

it('counts the allowed number of fans on a device, and their earlier votes, even if they vote often', async () => {
  scenario = await createQuarantineScenario();
  const { world, vote, votesOf } = scenario;
  const deviceId = randomUUID();
  const fans = [await world.given.fan({ votes: 9 }), await world.given.fan({ votes: 9 })];
  for (let round = 0; round < 3; round += 1) {
    for (const fan of fans) expect((await vote(fan, { deviceId })).data.state).toBe('counted');
  }
  expect(await votesOf('1')).toBe(6);
  expect((await vote(await world.given.fan({ votes: 1 }), { deviceId })).data.state).toBe('quarantined');
  expect((await vote(fans[0] ?? (await world.given.fan()), { deviceId })).data.state, 'from then on all of them').toBe(
    'quarantined',
  );
  expect(await votesOf('1')).toBe(6);
  expect((await vote(fans[1] ?? (await world.given.fan()))).data.state, 'but not on another device').toBe('counted');
});

it('sets nothing aside any more when a day has gone by', async () => {
  scenario = await createQuarantineScenario();
  const { world, vote, givenSetAside } = scenario;
  const { deviceId } = await givenSetAside({ num: 1 });
  const [one, other] = [await world.given.fan({ votes: 1 }), await world.given.fan({ votes: 1 })];
  world.clock.advance(24 * 60 * 60_000 - 1);
  expect((await vote(one, { deviceId })).data.state).toBe('quarantined');
  world.clock.advance(1);
  expect((await vote(other, { deviceId })).data.state).toBe('counted');
});

it('sets aside the call that is one too many in a minute, and not the next one when a minute has gone by', async () => {
  scenario = await createQuarantineScenario({ fansPerDevice: null, callsPerMinute: 3 });
  const { world, vote } = scenario;
  const fan = await world.given.fan({ votes: 9 });
  const states: string[] = [];
  for (let call = 0; call < 5; call += 1) {
    const reply = await vote(fan);
    states.push(reply.data.state);
    world.clock.advance(10_000);
  }
  expect(states).toEqual(['counted', 'counted', 'counted', 'quarantined', 'quarantined']);
  world.clock.advance(50_000);
  const { data } = await vote(fan);
  expect(data).toMatchObject({ state: 'counted', setAside: null });
});

it('counts a call once with all its repeats, and not at all if it was refused', async () => {
  scenario = await createQuarantineScenario({ fansPerDevice: null, callsPerMinute: 3 });
  const { world, vote } = scenario;
  const fan = await world.given.fan({ votes: 3 });
  const key = randomUUID();
  for (let call = 0; call < 6; call += 1) {
    expect((await vote(fan, { key })).data.state).toBe('counted');
    world.clock.advance(1000);
  }
  for (let call = 0; call < 6; call += 1) {
    expect((await vote(fan, { num: 9 })).refusal).toBe('INSUFFICIENT_VOTES');
    world.clock.advance(1000);
  }
  expect((await vote(fan)).data.state).toBe('counted');
});

it('counts fans at an address as the rate limits do: a network of IPv6 is one address', async () => {
  scenario = await createQuarantineScenario({ fansPerDevice: null, fansPerAddress: 2 });
  const { world, activityId } = scenario;
  const from = async (remoteAddress: string) => {
    const fan = await world.given.fan({ votes: 1 });
    const reply = await world.app.inject({
      method: 'POST',
      url: '/activity/api/v1/vote/doVote',
      remoteAddress,
      headers: { token: fan.token },
      payload: { activityId, idolId: '1', num: 1 },
    });
    const { data } = reply.json<{ data: { setAside: { suspicion: string } | null } }>();
    return data.setAside?.suspicion ?? 'counted';
  };
  expect([
    await from('2001:db8::1'),
    await from('2001:db8::2'),
    await from('2001:db8::3'),
    await from('2001:db9::3'),
  ]).toEqual(['counted', 'counted', 'address', 'counted']);
});

it('gives a repeat the state of the first, even if it would be suspicious since', async () => {
  scenario = await createQuarantineScenario();
  const { world, vote, votesOf, givenSetAside } = scenario;
  const deviceId = randomUUID();
  const fan = await world.given.fan({ votes: 2 });
  const key = randomUUID();
  const first = await vote(fan, { deviceId, key });
  const { fan: last, key: lastKey, reply } = await givenSetAside({ deviceId, num: 1 });
  const again = await changesNothing(world, () => vote(fan, { deviceId, key }));
  expect(again.data).toEqual(first.data);
  const elsewhere = await changesNothing(world, () => vote(last, { key: lastKey }));
  expect(elsewhere.data, 'also from a device of its own').toEqual(reply.data);
  const otherIdol = await changesNothing(world, () => vote(last, { key: lastKey, idolId: '2' }));
  expect(otherIdol.refusal).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await votesOf('1')).toBe(1);
});

it('of forty fans at once on one device counts as many as may be', async () => {
  scenario = await createQuarantineScenario({ fansPerDevice: 5 });
  const { world, vote, votesOf, totals } = scenario;
  const deviceId = randomUUID();
  const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan({ votes: 1 })));
  const replies = await Promise.all(fans.map((fan) => vote(fan, { deviceId })));
  expect(replies.filter(({ data }) => data.state === 'counted')).toHaveLength(5);
  expect(await votesOf('1')).toBe(5);
  expect(await totals()).toEqual({ quarantined: 35, released: 0, voided: 0 });
});

it('filters the record by a state, and still returns the sums of all', async () => {
  scenario = await createQuarantineScenario();
  const { world, givenSetAside } = scenario;
  const { fan } = await givenSetAside({ num: 4 });
  const { data } = await world.call(recordRoute, { fan, query: { state: 'counted' } });
  expect(data).toMatchObject({ list: [], total: 0, sums: { counted: 0, quarantined: 4 } });
  const aside = await world.call(recordRoute, { fan, query: { state: 'quarantined' } });
  expect(aside.data).toMatchObject({ total: 1, list: [{ num: 4 }] });
});

it('keeps a fan’s limits as for any other vote: votes set aside are spent', async () => {
  scenario = await createQuarantineScenario();
  const { world, vote, givenSetAside } = scenario;
  const { fan, deviceId } = await givenSetAside({ num: 3 });
  const reply = await changesNothing(world, () => vote(fan, { deviceId }));
  expect(reply.refusal).toBe('INSUFFICIENT_VOTES');
});
