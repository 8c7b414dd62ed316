import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../world/count-queries.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const getIdol = 'GET /activity/api/v1/vote/idol/getIdol';
const getIdolHistory = 'GET /activity/api/v1/vote/idol/getIdolHistory';
const getTopSupporters = 'GET /activity/api/v1/vote/idol/getTopSupporters';
const getMySupport = 'GET /activity/api/v1/vote/idol/getMySupport';
const opensAt = new Date('2026-11-21T04:30:00Z');
const closesAt = new Date('2026-11-21T08:30:00Z');
const query = { activityId: '1004', idolId: '2' };

const logged: string[] = [];
let world: World;
beforeAll(async () => {
  world = await createWorld({
    now: new Date('2026-11-21T04:00:00Z'),
    onLogLine: (line) => logged.push(line),
  });
  await world.given.election({
    idols: 3,
    opensAt,
    closesAt,
    changedBy: `UPDATE idol SET birthday = '03-14', hobby = '{"en_US": "Tea", "zh_TW": "喝茶"}' WHERE id = '2'`,
  });
});
afterAll(() => world[Symbol.asyncDispose]());

async function vote(nickname: string, num: number, idolId = '2'): Promise<TestFan> {
  const fan = await world.given.fan({ votes: num });
  await world.ownerPool.query('UPDATE fan SET nickname = $2, shows_support = true WHERE id = $1', [fan.id, nickname]);
  const body = { activityId: '1004', idolId, num };
  expect((await world.call('POST /activity/api/v1/vote/doVote', { fan, body })).code).toBe(0);
  return fan;
}

const minutesPass = (minutes: number) => world.time.set(new Date(world.clock.now().getTime() + minutes * 60_000));
const history = async () => (await world.call(getIdolHistory, { query })).data.votesOverTime;
const supporters = async () =>
  (await world.call(getTopSupporters, { query })).data.list.map(({ place, nickname, votes }) => [
    place,
    nickname,
    votes,
  ]);
/** Waits for fresh supporters: a request for stale ones starts a refresh and gets the old ones. */
const expectTakenNow = () =>
  expect
    .poll(async () => (await world.call(getTopSupporters, { query })).data.takenAt)
    .toBe(world.clock.now().toISOString());

describe('the page of an idol', () => {
  it('says who she is, before anybody has voted too', async () => {
    const { data } = await world.call(getIdol, { query, language: 'zh_TW' });
    expect(data).toMatchObject({
      activityId: '1004',
      idolId: '2',
      name: 'Idol 2（中文）',
      birthday: '03-14',
      hobby: '喝茶',
      team: { teamId: 'aurora', name: 'Aurora（中文）', colour: '#aa3366' },
      votes: 0,
      rank: 2,
    });
    expect((await world.call(getIdol, { query: { ...query, idolId: '1' } })).data).toMatchObject({
      birthday: null,
      hobby: null,
    });
    expect(await history()).toEqual([]);
    expect(await supporters()).toEqual([]);
  });

  it('shows her votes and ranks hour by hour, up to now', async () => {
    await world.time.set(new Date('2026-11-21T04:40:00Z'));
    await vote('Ann', 10);
    await vote('Bo', 30, '1');
    await world.time.set(new Date('2026-11-21T05:00:00Z'));
    const taken = await world.ownerPool.query(`SELECT FROM ranking_snapshot WHERE taken_at = '2026-11-21T05:00:00Z'`);
    expect(taken.rowCount).toBe(3);
    await vote('Cy', 40);
    await world.time.set(new Date('2026-11-21T05:20:00Z'));
    await expect.poll(history).toEqual([
      { at: '2026-11-21T04:30:00.000Z', votes: 0, rank: null },
      { at: '2026-11-21T05:00:00.000Z', votes: 10, rank: 2 },
      { at: '2026-11-21T05:20:00.000Z', votes: 50, rank: 1 },
    ]);
  });

  it('names who cast most for her, and of equals who got there first', async () => {
    await minutesPass(4);
    await vote('Di', 40);
    await minutesPass(4);
    await expectTakenNow();
    expect(await supporters()).toEqual([
      [1, 'Cy', 40],
      [2, 'Di', 40],
      [3, 'Ann', 10],
    ]);
  });

  it('reads the votes once a minute, for any number of readers', async () => {
    await minutesPass(4);
    const ask = async () => {
      await Promise.all(
        ['1', '2', '3'].flatMap((idolId) =>
          Array.from({ length: 5 }, () => world.call(getTopSupporters, { query: { ...query, idolId } })),
        ),
      );
      await expectTakenNow();
    };
    expect(await countQueries(/ledger\.transfer/, ask)).toBe(1);
    expect(await countQueries(/ledger\.transfer/, ask)).toBe(0);
  });

  it('goes on with what it knows while the votes cannot be read, and tries again a minute later', async () => {
    const known = await supporters();
    await world.ownerPool.query('REVOKE SELECT ON ledger.transfer FROM lightstick_app');
    await minutesPass(4);
    expect(await supporters()).toEqual(known);
    await expect.poll(() => logged.join('')).toContain('The supporters of idols could not be read');
    const ask = async () => expect(await supporters()).toEqual(known);
    expect(await countQueries(/ledger\.transfer/, ask)).toBe(0);
    await world.ownerPool.query('GRANT SELECT ON ledger.transfer TO lightstick_app');
    await minutesPass(4);
    await expectTakenNow();
  });

  it('shows ten supporters at most', async () => {
    for (let num = 1; num <= 22; num += 1) await vote(`Fan ${num}`, 100 + num);
    await minutesPass(4);
    await expectTakenNow();
    const list = await supporters();
    expect(list).toHaveLength(10);
    expect([list[0], list[9]]).toEqual([
      [1, 'Fan 22', 122],
      [10, 'Fan 13', 113],
    ]);
  });

  it('tells fans their own place, and shows them to others only while they choose it', async () => {
    const shy = await world.given.fan({ votes: 4000 });
    const body = { activityId: '1004', idolId: '2', num: 4000 };
    expect((await world.call('POST /activity/api/v1/vote/doVote', { fan: shy, body })).code).toBe(0);
    await minutesPass(4);
    await expectTakenNow();
    const mine = async (fan: TestFan) => (await world.call(getMySupport, { fan, query })).data;
    expect(await mine(shy)).toMatchObject({ mine: { place: 1, votes: 4000 }, isShown: false });
    expect((await supporters())[0]).toEqual([2, 'Fan 22', 122]);
    const choose = (showsSupport: boolean) =>
      world.call('POST /wallet/api/v1/userExpand/updateAccountInfo', {
        fan: shy,
        body: { showsSupport, nickname: 'Shy' },
      });
    await choose(true);
    expect([(await supporters())[0], (await mine(shy)).isShown]).toEqual([[1, 'Shy', 4000], true]);
    await choose(false);
    expect([(await supporters())[0], (await mine(shy)).isShown]).toEqual([[2, 'Fan 22', 122], false]);
    expect(await mine(await world.given.fan())).toMatchObject({ mine: null });
  });

  it('does not show a fan who leaves, from that moment on', async () => {
    const leaving = await vote('Leaving', 5000);
    await minutesPass(4);
    await expectTakenNow();
    expect((await supporters())[0]).toEqual([1, 'Leaving', 5000]);
    await world.ownerPool.query('UPDATE fan SET deletion_requested_at = $2 WHERE id = $1', [
      leaving.id,
      world.clock.now(),
    ]);
    const list = await supporters();
    expect([list.length, list[0]]).toEqual([10, [3, 'Fan 22', 122]]);
  });

  it('has no place for an erased fan', async () => {
    const erased = await vote('Erased', 6000);
    await eraseFan(world, erased);
    await minutesPass(4);
    await expectTakenNow();
    // The first two places are of the shy and of the leaving fan.
    expect((await supporters())[0]).toEqual([3, 'Fan 22', 122]);
  });

  it('ends its line at the closing second, and stays so', async () => {
    await world.time.set(new Date(closesAt.getTime() + 60_000));
    await expect.poll(async () => (await history()).at(-1)?.at).toBe(closesAt.toISOString());
    const [line, list] = [await history(), await supporters()];
    await minutesPass(30 * 24 * 60);
    expect([await history(), await supporters()]).toEqual([line, list]);
  });

  it.each([getIdol, getIdolHistory, getTopSupporters, getMySupport] as const)(
    'is not found for an idol outside the election: %s',
    async (route) => {
      const fan = await world.given.fan();
      const refusalFor = async (other: Partial<typeof query>) =>
        (await world.call(route, { fan, query: { ...query, ...other } })).refusal;
      expect(await refusalFor({ activityId: '9' })).toBe('ACTIVITY_NOT_FOUND');
      expect(await refusalFor({ idolId: '9' })).toBe('IDOL_NOT_FOUND');
    },
  );

  it('says of an idol who has withdrawn that she has', async () => {
    await using other = await createWorld();
    await other.given.election({
      idols: 3,
      changedBy: `UPDATE candidate SET withdrawn = true WHERE idol_id = '2'`,
    });
    const fan = await other.given.fan();
    for (const route of [getIdol, getIdolHistory, getTopSupporters, getMySupport] as const) {
      expect((await other.call(route, { fan, query })).refusal).toBe('IDOL_WITHDRAWN');
    }
  });
});
