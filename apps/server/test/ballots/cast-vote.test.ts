import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { ErrorCode } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServices, buildApp } from '#/app.ts';
import { balanceOf } from '../world/balance-of.ts';
import { call } from '../world/call.ts';
import { type TestElection, voteAsset } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'POST /activity/api/v1/vote/doVote';
const freePerDay = 3;
const dailyCap = 200;
const dayMs = 24 * 60 * 60 * 1000;

/** Sends a request's head at once and its body when told to. */
function heldRequest(url: string, { token, body }: { token: string; body: string }) {
  const sending = request(url, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  const reply = once(sending, 'response').then(([answer]) => json(answer));
  sending.flushHeaders();
  return { write: () => sending.end(body), reply };
}

describe('casting a vote', () => {
  let world: World;
  let election: TestElection;

  beforeAll(async () => {
    world = await createWorld({ now: new Date('2026-11-21T04:00:00Z') });
    election = await world.given.election({ freePerDay, dailyCap });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  function vote(fan: TestFan, options: { num?: number; idolId?: string; key?: string; activityId?: string } = {}) {
    const { num = 1, idolId = '1', activityId = election.activityId, key } = options;
    return world.call(route, { fan, body: { activityId, idolId, num }, ...(key && { key }) });
  }

  async function voteNum(fan: TestFan) {
    const { activityId } = election;
    return (await world.call('GET /activity/api/v1/vote/getUserVoteNum', { fan, query: { activityId } })).data;
  }

  async function votesOf(idolId: string): Promise<number> {
    const { rows } = await world.ownerPool.query<{ votes: number }>(
      `SELECT coalesce(sum(s.credits - s.debits), 0)::bigint AS votes
         FROM candidate_tally c LEFT JOIN ledger.pool_shard s ON s.pool = c.pool WHERE c.idol_id = $1`,
      [idolId],
    );
    return rows[0]?.votes ?? 0;
  }

  /** Reads everything of a fan that a vote could change. */
  async function footprint(fan: TestFan) {
    const { rows } = await world.ownerPool.query(
      `SELECT (SELECT jsonb_agg(a ORDER BY a.unit) FROM ledger.account a WHERE a.fan = $1 AND a.seq > 0) AS accounts,
              (SELECT count(*) FROM ledger.transfer WHERE fan = $1) AS transfers`,
      [fan.id],
    );
    return rows[0];
  }

  it('moves votes from the fan to the idol, free votes first, and returns the remaining votes', async () => {
    const fan = await world.given.fan({ votes: 10 });
    const before = await votesOf('1');
    const { data, status, code } = await vote(fan, { num: 5 });
    expect({ status, code }).toEqual({ status: 200, code: 0 });
    expect(data.remaining).toBe(10 - (5 - freePerDay));
    expect(data.idolVotes).toBe(before + 5);
    expect(await votesOf('1')).toBe(before + 5);
    expect(await voteNum(fan)).toMatchObject({ votes: 8, freeVotesToday: 0, usedToday: 5, dailyCap });
  });

  it('lets a newcomer without any votes cast the free votes of the day', async () => {
    const fan = await world.given.fan();
    expect((await voteNum(fan)).freeVotesToday).toBe(freePerDay);
    expect((await vote(fan, { num: freePerDay })).data.remaining).toBe(0);
    expect((await vote(fan)).refusal).toBe('INSUFFICIENT_VOTES');
  });

  it('gives free votes and the cap again at the midnight of the activity', async () => {
    const later = await createWorld({ now: new Date('2026-11-21T15:59:59Z') });
    try {
      const { activityId } = await later.given.election({ freePerDay: 2, dailyCap: 2, timeZone: 'Asia/Taipei' });
      const fan = await later.given.fan();
      const cast = () => later.call(route, { fan, body: { activityId, idolId: '1', num: 2 } });
      expect((await cast()).code).toBe(0);
      expect((await cast()).refusal).toBe('DAILY_CAP_REACHED');
      later.clock.advance(1000);
      expect((await cast()).code).toBe(0);
    } finally {
      await later[Symbol.asyncDispose]();
    }
  });

  it('keeps a receipt of the vote that its record repeats', async () => {
    const fan = await world.given.fan({ votes: 5 });
    const { data } = await vote(fan, { num: 4, idolId: '2' });
    expect(data.receipt).toMatchObject({ voteId: data.voteId, idolId: '2', num: 4, activityId: election.activityId });
    const records = await world.call('GET /activity/api/v1/vote/voteRecord', { fan, query: {} });
    expect(records.data).toMatchObject({
      total: 1,
      list: [{ voteId: data.voteId, num: 4, freeVotes: 3, receipt: data.receipt }],
    });
  });

  describe('refuses and changes nothing', () => {
    it.each([
      ['an activity that does not exist', { activityId: '9' }, 'ACTIVITY_NOT_FOUND'],
      ['an idol who does not take part', { idolId: '99' }, 'IDOL_NOT_FOUND'],
      ['more votes than the fan has', { num: 14 }, 'INSUFFICIENT_VOTES'],
      ['more votes than the cap of the day', { num: dailyCap + 1 }, 'DAILY_CAP_REACHED'],
    ] as const)('%s', async (_, options, refusal) => {
      const fan = await world.given.fan({ votes: 10 });
      const before = await footprint(fan);
      expect(await vote(fan, options)).toMatchObject({ status: 200, refusal, data: null });
      expect(await footprint(fan)).toEqual(before);
    });

    it.each([
      ['no votes at all', 0, 'num'],
      ['a fraction', 1.5, 'num'],
      ['a number beyond counting', 2 ** 53, 'num'],
    ])('%s, naming the field', async (_, num, field) => {
      const fan = await world.given.fan({ votes: 10 });
      const before = await footprint(fan);
      const reply = await vote(fan, { num });
      expect(reply).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID' });
      expect(reply.message).toContain(field);
      expect(await footprint(fan)).toEqual(before);
    });

    it('an anonymous caller', async () => {
      const { activityId } = election;
      expect(await world.call(route, { body: { activityId, idolId: '1', num: 1 } })).toMatchObject({ status: 401 });
    });

    it('returns the number of missing votes, in the language of the fan', async () => {
      const fan = await world.given.fan({ votes: 10 });
      const body = { activityId: election.activityId, idolId: '1', num: 20 };
      expect((await world.call(route, { fan, body })).message).toBe('You need 7 more votes.');
      expect((await world.call(route, { fan, body, language: 'zh_TW' })).message).toBe('還差 7 票。');
    });
  });

  it('counts by the time of receiving: the last millisecond is in, the closing second is out', async () => {
    const opensAt = new Date('2026-11-20T00:00:00Z');
    const closing = await createWorld({ now: new Date('2026-11-21T12:00:00Z') });
    try {
      const closesAt = new Date('2026-11-21T12:30:00Z');
      const { activityId } = await closing.given.election({ opensAt, closesAt, freePerDay: 50 });
      const fan = await closing.given.fan();
      const castAt = (at: Date) => {
        closing.clock.set(at);
        return closing.call(route, { fan, body: { activityId, idolId: '1', num: 1 } });
      };
      expect((await castAt(new Date(opensAt.getTime() - 1))).refusal).toBe('VOTING_NOT_OPEN');
      expect((await castAt(opensAt)).code).toBe(0);
      expect((await castAt(new Date(closesAt.getTime() - 1))).code).toBe(0);
      expect((await castAt(closesAt)).refusal).toBe('VOTING_ENDED');
    } finally {
      await closing[Symbol.asyncDispose]();
    }
  });

  it('counts by when the whole request is there: a body held back over the closing second is out', async () => {
    const closing = await createWorld({ now: new Date('2026-11-21T12:29:59Z') });
    try {
      const closesAt = new Date('2026-11-21T12:30:00Z');
      const { activityId } = await closing.given.election({ closesAt, freePerDay: 5 });
      const { token } = await closing.given.fan();
      const body = JSON.stringify({ activityId, idolId: '1', num: 1 });
      const address = await closing.listen();
      const headArrived = once(closing.app.server, 'request');
      const { write, reply } = heldRequest(`${address}${route.slice('POST '.length)}`, { token, body });
      await headArrived;
      closing.clock.set(closesAt);
      write();
      expect(await reply).toMatchObject({ code: ErrorCode.VOTING_ENDED });
    } finally {
      await closing[Symbol.asyncDispose]();
    }
  });

  describe('a repeat with the same key', () => {
    it('is given the first answer, and casts nothing', async () => {
      const fan = await world.given.fan({ votes: 10 });
      const key = randomUUID();
      const first = await vote(fan, { num: 4, idolId: '3', key });
      await vote(await world.given.fan({ votes: 100 }), { num: 50, idolId: '2' });
      const before = await footprint(fan);
      world.clock.advance(1000);
      expect((await vote(fan, { num: 4, idolId: '3', key })).data).toEqual(first.data);
      expect(await footprint(fan)).toEqual(before);
    });

    it('but another body is refused with 409', async () => {
      const fan = await world.given.fan({ votes: 10 });
      const key = randomUUID();
      await vote(fan, { num: 1, key });
      const before = await footprint(fan);
      expect(await vote(fan, { num: 2, key })).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
      expect(await vote(fan, { idolId: '2', key })).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
      expect(await footprint(fan)).toEqual(before);
    });

    it('gets the first answer even after the idol has withdrawn', async () => {
      await using changing = await createWorld();
      const { activityId } = await changing.given.election();
      const fan = await changing.given.fan({ votes: 5 });
      const body = { activityId, idolId: '1', num: 2 };
      const key = randomUUID();
      const first = await changing.call(route, { fan, key, body });
      await changing.ownerPool.query(`UPDATE candidate SET withdrawn = true WHERE idol_id = '1'`);
      // A replica that starts now knows of it at once.
      const replica = await buildApp(createServices(changing.services));
      expect((await call(replica, route, { fan, body })).refusal).toBe('IDOL_WITHDRAWN');
      expect((await call(replica, route, { fan, key, body })).data).toEqual(first.data);
      const other = { ...body, num: 1 };
      expect((await call(replica, route, { fan, key, body: other })).refusal).toBe('IDEMPOTENCY_KEY_REUSED');
      await replica.close();
      expect(await balanceOf(changing, fan, voteAsset)).toBe(3);
    });

    it('forty times at once casts once', async () => {
      const fan = await world.given.fan({ votes: 100 });
      const key = randomUUID();
      const replies = await Promise.all(Array.from({ length: 40 }, () => vote(fan, { num: 5, key })));
      expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
      expect(await voteNum(fan)).toMatchObject({ votes: 98, usedToday: 5 });
    });

    it('of another fan is another vote', async () => {
      const key = randomUUID();
      const [one, two] = [await world.given.fan(), await world.given.fan()];
      const replies = await Promise.all([vote(one, { key }), vote(two, { key })]);
      expect(replies.map((reply) => reply.code)).toEqual([0, 0]);
    });
  });

  describe('forty at once', () => {
    it('never cast more than the fan has', async () => {
      const fan = await world.given.fan({ votes: 10 });
      const before = await votesOf('1');
      const replies = await Promise.all(Array.from({ length: 40 }, () => vote(fan)));
      expect(replies.filter((reply) => reply.code === 0)).toHaveLength(10 + freePerDay);
      expect(replies.filter((reply) => reply.refusal === 'INSUFFICIENT_VOTES')).toHaveLength(40 - 10 - freePerDay);
      expect(await votesOf('1')).toBe(before + 10 + freePerDay);
    });

    it('never cast more than the cap of the day', async () => {
      const fan = await world.given.fan({ votes: 1000 });
      const replies = await Promise.all(Array.from({ length: 40 }, () => vote(fan, { num: 10 })));
      expect(replies.filter((reply) => reply.code === 0)).toHaveLength(dailyCap / 10);
    });

    it('of forty fans count every one', async () => {
      const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan()));
      const before = await votesOf('2');
      const replies = await Promise.all(fans.map((fan) => vote(fan, { idolId: '2' })));
      expect(replies.every((reply) => reply.code === 0)).toBe(true);
      expect(await votesOf('2')).toBe(before + 40);
    });
  });

  it('closes the period once the grace is over, and stays closed', async () => {
    const closing = await createWorld({ now: new Date('2026-11-21T12:00:00Z') });
    try {
      const closesAt = new Date('2026-11-21T12:30:00Z');
      const { activityId } = await closing.given.election({ closesAt, freePerDay: 9 });
      const state = async () => {
        const { data } = await closing.call('GET /activity/api/v1/vote/activity', { query: { activityId } });
        return data.state;
      };
      expect(await state()).toBe('open');
      closing.clock.set(closesAt);
      expect(await state()).toBe('closing');
      closing.clock.set(new Date(closesAt.getTime() + dayMs));
      await expect.poll(state).toBe('final');
      const fan = await closing.given.fan();
      const reply = await closing.call(route, { fan, body: { activityId, idolId: '1', num: 1 } });
      expect(reply.refusal).toBe('VOTING_ENDED');
    } finally {
      await closing[Symbol.asyncDispose]();
    }
  });
});
