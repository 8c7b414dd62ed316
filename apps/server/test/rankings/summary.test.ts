import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Activity, readActivities } from '#/modules/elections/activities.view.ts';
import { createDisplayFreezes } from '#/modules/rankings/display-freezes.ts';
import { createActivityCatalogue } from '#/modules/elections/activity-catalogue.ts';
import { createActivitySummaries } from '#/modules/rankings/cached-figures.ts';
import type { HeavyReads } from '#/db/heavy-reads.ts';
import { stepActivities } from '../world/activity-lifecycle.ts';
import type { TestElection } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'GET /activity/api/v1/vote/summary';
const path = '/activity/api/v1/vote/summary?activityId=1004';

/** Reads every counted vote straight from the journal, with which a summary must agree. */
async function journal(world: World) {
  const { rows } = await world.ownerPool.query<{ votes: number; voters: number; ballots: number }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS votes, count(DISTINCT fan) AS voters, count(*) AS ballots
       FROM ledger.transfer WHERE book = 1004 AND reason = 10`,
  );
  return rows[0];
}

describe('the summary of an activity', () => {
  let world: World;
  let election: TestElection;
  let fans: readonly TestFan[];
  const opensAt = new Date('2026-11-21T04:30:00Z');
  const closesAt = new Date('2026-11-21T08:30:00Z');

  beforeAll(async () => {
    world = await createWorld({ now: new Date('2026-11-21T04:00:00Z') });
    election = await world.given.election({ idols: 4, opensAt, closesAt, freePerDay: 2 });
    fans = await Promise.all([world.given.fan({ votes: 500 }), world.given.fan({ votes: 500 })]);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const minutesPass = (minutes: number) => world.time.set(new Date(world.clock.now().getTime() + minutes * 60_000));
  const summary = async () => {
    const { data } = await world.call(route, { query: { activityId: election.activityId } });
    return data;
  };
  async function vote(fan: TestFan | undefined, idolId: string, num: number): Promise<void> {
    const body = { activityId: election.activityId, idolId, num };
    const reply = await world.call('POST /activity/api/v1/vote/doVote', { ...(fan && { fan }), body });
    expect(reply.code).toBe(0);
  }
  /** Moves on to an hour, at which a snapshot is taken. */
  async function hourBegins(time: string): Promise<void> {
    await world.time.set(new Date(time));
    await stepActivities(world);
    const taken = await world.ownerPool.query('SELECT FROM ranking_snapshot WHERE taken_at = $1', [time]);
    expect(taken.rowCount).toBe(4);
  }

  it('says of a coming one when it begins, and that nothing is there yet', async () => {
    expect(await summary()).toMatchObject({
      state: 'scheduled',
      isFinal: false,
      opensAt: opensAt.toISOString(),
      closesAt: closesAt.toISOString(),
      totalVotes: 0,
      voters: 0,
      ballots: 0,
      idolCount: 4,
      votesOverTime: [],
      busiestHour: null,
    });
  });

  it('shows the present state of an open one, hour by hour, as the journal has it', async () => {
    await world.time.set(new Date('2026-11-21T04:40:00Z'));
    await vote(fans[0], '2', 30);
    await hourBegins('2026-11-21T05:00:00.000Z');
    await vote(fans[0], '3', 100);
    await vote(fans[1], '2', 20);
    await hourBegins('2026-11-21T06:00:00.000Z');
    await vote(fans[1], '1', 10);
    await world.time.set(new Date('2026-11-21T06:20:00Z'));

    const now = await summary();
    expect(now).toMatchObject({ state: 'open', isFinal: false, takenAt: '2026-11-21T06:20:00.000Z', totalVotes: 160 });
    expect(await journal(world)).toEqual({ votes: now.totalVotes, voters: now.voters, ballots: now.ballots });
    expect(now).toMatchObject({ voters: 2, ballots: 4 });
    expect(now.leaders).toEqual(['3', '2', '1']);
    expect(now.votesOverTime).toEqual([
      { at: '2026-11-21T04:30:00.000Z', votes: 0, leaderVotes: [0, 0, 0] },
      { at: '2026-11-21T05:00:00.000Z', votes: 30, leaderVotes: [0, 30, 0] },
      { at: '2026-11-21T06:00:00.000Z', votes: 150, leaderVotes: [100, 50, 0] },
      { at: '2026-11-21T06:20:00.000Z', votes: 160, leaderVotes: [100, 50, 10] },
    ]);
    expect(now.busiestHour).toEqual({ from: '2026-11-21T05:00:00.000Z', to: '2026-11-21T06:00:00.000Z', votes: 120 });
  });

  it('ranks every idol with her share and her distance, and sums the teams', async () => {
    const { ranking, teams, totalVotes } = await summary();
    expect(
      ranking.map(({ idolId, rank, votes, share, gapToNext }) => ({ idolId, rank, votes, share, gapToNext })),
    ).toEqual([
      { idolId: '3', rank: 1, votes: 100, share: 100 / 160, gapToNext: null },
      { idolId: '2', rank: 2, votes: 50, share: 50 / 160, gapToNext: 50 },
      { idolId: '1', rank: 3, votes: 10, share: 10 / 160, gapToNext: 40 },
      { idolId: '4', rank: 4, votes: 0, share: 0, gapToNext: 10 },
    ]);
    expect(teams).toMatchObject([{ teamId: 'aurora', idolCount: 4, votes: totalVotes }]);
  });

  it('speaks the language of the caller, also to caches', async () => {
    const query = { activityId: election.activityId };
    const { data, headers } = await world.call(route, { query, language: 'zh_TW' });
    expect(data.title).toBe('The election（中文）');
    expect(data.ranking[0]?.name).toBe('Idol 3（中文）');
    expect(headers['vary']).toBe('accept-language');
    expect(headers['cache-control']).toContain('public');
  });

  it('is read once a minute, for any number of readers', async () => {
    const before = await summary();
    await vote(fans[0], '4', 5);
    const queries = await queriesDuring(() => Promise.all(Array.from({ length: 30 }, summary)));
    expect(queries.ofSummaries).toBe(0);
    expect(queries.ofStandings).toBeLessThanOrEqual(oncePerHour);
    expect((await summary()).totalVotes).toBe(before.totalVotes);
    await minutesPass(4);
    const taking = await queriesDuring(() => Promise.all(Array.from({ length: 30 }, summary)));
    expect(taking.ofSummaries, 'one reading for all of them, whatever the number of idols').toBe(2);
    expect(taking.ofStandings).toBeLessThanOrEqual(1 + oncePerHour);
    expect((await summary()).totalVotes).toBe(before.totalVotes + 5);
  });

  it('is served as it was before while it is recomputed, and where that fails', async () => {
    const failures: unknown[] = [];
    let held: PromiseWithResolvers<void> | undefined;
    const heavyReads: HeavyReads = async (read) => {
      await held?.promise;
      return world.services.heavyReads(read);
    };
    const summaries = createActivitySummaries({
      ...world.services,
      heavyReads,
      freezes: createDisplayFreezes({ ...world.services, catalogue: createActivityCatalogue(world.services) }),
      onError: (error) => failures.push(error),
    });
    const activity = await theActivity(world.services.db);
    const first = await summaries.current(activity);
    await minutesPass(4);
    held = Promise.withResolvers();
    const taking = summaries.current(activity);
    expect(await summaries.current(activity)).toBe(first);
    held.reject(new Error('The replica went'));
    expect(await taking).toBe(first);
    expect(failures).toHaveLength(1);
    held = undefined;
    await minutesPass(4);
    expect(await summaries.current(activity)).not.toBe(first);
  });

  it('is not sent again to a caller who has it, in that language', async () => {
    const { headers } = await world.call(route, { query: { activityId: election.activityId } });
    const known = { 'if-none-match': String(headers['etag']) };
    const again = await world.app.inject({ url: path, headers: known });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    const chinese = await world.app.inject({ url: path, headers: { ...known, 'accept-language': 'zh_TW' } });
    expect(chinese.statusCode).toBe(200);
  });

  it('says after the closing second that votes are still being counted', async () => {
    await vote(fans[1], '3', 7);
    await world.time.set(new Date(closesAt.getTime() + 1000));
    const { state, isFinal, votesOverTime } = await summary();
    expect({ state, isFinal, endsAt: votesOverTime.at(-1)?.at }).toEqual({
      state: 'closing',
      isFinal: false,
      endsAt: closesAt.toISOString(),
    });
  });

  it('is frozen once it is final, and agrees with the journal to the last vote', async () => {
    await world.time.set(new Date(closesAt.getTime() + 60_000));
    await stepActivities(world);
    await expect.poll(async () => (await summary()).state).toBe('final');
    const result = await summary();
    expect(result).toMatchObject({ isFinal: true, takenAt: closesAt.toISOString() });
    expect(await journal(world)).toEqual({ votes: result.totalVotes, voters: result.voters, ballots: result.ballots });
    expect(result.votesOverTime.at(-1)).toEqual({
      at: closesAt.toISOString(),
      votes: result.totalVotes,
      leaderVotes: result.ranking.slice(0, 3).map(({ votes }) => votes),
    });
    expect(result.ranking.reduce((sum, { votes }) => sum + votes, 0)).toBe(result.totalVotes);
    expect(result.ranking.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);

    await minutesPass(30 * 24 * 60);
    expect(await queriesDuring(summary)).toEqual(none);
    expect(await summary()).toEqual(result);
  });

  it('does not read final figures again because the same catalogue was read again', async () => {
    const { db } = world.services;
    const summaries = createActivitySummaries({
      ...world.services,
      freezes: createDisplayFreezes({ ...world.services, catalogue: createActivityCatalogue(world.services) }),
      onError: () => undefined,
    });
    const [first, again] = [await theActivity(db), await theActivity(db)];
    expect(again).not.toBe(first);
    const figures = await summaries.current(first);
    expect(await queriesDuring(() => summaries.current(again))).toEqual(none);
    expect(await summaries.current(again)).toBe(figures);
  });

  it('shows a corrected title and name after it is final, with the same votes', async () => {
    const before = await summary();
    await world.ownerPool.query(
      `UPDATE activity SET title = jsonb_set(title, '{en_US}', '"The real election"') WHERE id = '1004'`,
    );
    await world.ownerPool.query(`UPDATE idol SET name = jsonb_set(name, '{en_US}', '"Mina"') WHERE id = '3'`);
    world.time.forget();
    await expect.poll(async () => (await summary()).ranking[0]?.name).toBe('Mina');
    const [winner, ...others] = before.ranking;
    expect(await summary()).toEqual({
      ...before,
      title: 'The real election',
      ranking: [{ ...winner, name: 'Mina' }, ...others],
    });
  });

  it('keeps who stood in it once it is final', async () => {
    const candidates = [
      `UPDATE candidate SET withdrawn = true WHERE idol_id = '3'`,
      `DELETE FROM candidate WHERE idol_id = '4'`,
      `INSERT INTO candidate SELECT activity_id, '5', false FROM candidate WHERE idol_id = '4'`,
    ];
    await world.ownerPool.query(
      `INSERT INTO idol SELECT '5', team_id, name, 5, profile, portrait_seed FROM idol WHERE id = '4'`,
    );
    for (const change of candidates) {
      await expect(world.ownerPool.query(change)).rejects.toThrow('The result of activity 1004 is final');
    }
  });

  it('refuses an activity that does not exist', async () => {
    expect((await world.call(route, { query: { activityId: '9' } })).refusal).toBe('ACTIVITY_NOT_FOUND');
  });
});

describe('the summary of an activity without idols or votes', () => {
  it('is empty, and not an error', async () => {
    await using world = await createWorld();
    const { activityId } = await world.given.election({ idols: 0 });
    const { data } = await world.call(route, { query: { activityId } });
    expect(data).toMatchObject({
      state: 'open',
      totalVotes: 0,
      leaders: [],
      ranking: [],
      teams: [],
      busiestHour: null,
    });
    expect(data.votesOverTime.map(({ votes }) => votes)).toEqual([0, 0]);
  });
});

/** Returns the activity as the catalogue reads it, each time another object. */
async function theActivity(db: World['services']['db']): Promise<Activity> {
  const [activity] = await readActivities(db);
  if (!activity) throw new Error('There is an election, so it is read.');
  return activity;
}

const none = { ofSummaries: 0, ofStandings: 0 };
/** The lifecycle of activities reads standings when an hour begins. */
const oncePerHour = 1;

/** Counts the statements about votes of a piece of work: those of summaries alone, and those of standings. */
async function queriesDuring(work: () => Promise<unknown>): Promise<typeof none> {
  using queries = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const texts = queries.mock.calls.map(([statement]) => JSON.stringify(statement));
  const about = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length;
  return { ofSummaries: about(/ledger\.transfer|jsonb_object_agg/), ofStandings: about(/ledger\.pool_shard/) };
}
