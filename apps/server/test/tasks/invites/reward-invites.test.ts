import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import * as z from 'zod';
import { resumableJob } from '#/jobs/resumable-run.ts';
import { createLog } from '#/log.ts';
import { pendingInvitesSection } from '#/modules/tasks/invites/invites.store.ts';
import { rewardInvites, rewardInvitesJob } from '#/modules/tasks/invites/reward-invites.ts';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenInviteTerms, givenNewcomer, vote } from '../../world/given-invite.ts';
import { waitForLockWaiter } from '../../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../../world/world.ts';

describe('an invite that does not go the usual way', () => {
  let world: World;
  let inviter: TestFan;
  beforeAll(async () => {
    world = await createWorld();
    await world.given.election({ freePerDay: 5 });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    await givenInviteTerms(world, { reward: 100, mostRewarded: 3 });
    inviter = await world.given.fan();
  });

  const reward = () => rewardInvites(world.services, world.clock.now());
  const records = async () =>
    (await world.call('POST /wallet/api/v1/userExpand/userInviteRecords', { fan: inviter, body: {} })).data;
  const states = async () => (await records()).list.map(({ state }) => state);

  it('is paid later when a process dies between settling and paying', async () => {
    await vote(world, await givenNewcomer(world, inviter));
    const revive = await dieOfRewardsTo(inviter);
    await changesNothing(world, () =>
      expect(reward()).rejects.toMatchObject({ errors: [expect.objectContaining({ message: 'died' })] }),
    );
    await revive();
    await reward();
    expect(await balanceOf(world, inviter)).toBe(100);
  });

  it('is left to the next run when a run has no time left', async () => {
    for (let n = 1; n <= 3; n += 1) await vote(world, await givenNewcomer(world, inviter));
    let left = 2;
    const hasTime = () => (left -= 1) > 0;
    await rewardInvites(world.services, world.clock.now(), { most: 2, hasTime });
    expect(await balanceOf(world, inviter)).toBe(200);
    await reward();
    expect(await balanceOf(world, inviter)).toBe(300);
  });

  it('is paid by a run that goes on at once, behind those that cannot be, when one has no time left', async () => {
    const stuck = [await givenNewcomer(world, inviter), await givenNewcomer(world, inviter)];
    const other = await world.given.fan();
    for (const fan of [...stuck, await givenNewcomer(world, other)]) await vote(world, fan);
    const revive = await dieOfRewardsTo(inviter);
    const { db, ownerPool } = world;
    const name = 'reward-invites';
    const entry = z.object({ newcomerId: z.int(), inviterId: z.int(), isEarned: z.boolean() });
    const withoutTime = resumableJob(name, { db, entry }, (section) =>
      rewardInvites(world.services, world.clock.now(), { ...section, most: 1, hasTime: () => false }),
    );
    // The next minute has come meanwhile.
    await ownerPool.query('SELECT graphile_worker.add_job($1, queue_name => $1, job_key => $1)', [name]);
    await expect(withoutTime.run({}, { number: 1, last: false })).rejects.toThrow('1 invites could not');
    const { rows } = await ownerPool.query<{ payload: unknown }>(
      `SELECT j.payload, j.key, q.queue_name FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id WHERE j.task_id IN
         (SELECT id FROM graphile_worker._private_tasks WHERE identifier = $1) AND j.run_at <= now()`,
      [name],
    );
    const after = { newcomerId: stuck[0]?.id, inviterId: inviter.id, isEarned: true };
    expect(rows).toEqual([{ payload: { after }, key: name, queue_name: name }]);
    expect(await balanceOf(world, other)).toBe(0);

    // It goes on behind the first that is stuck, and tries the second alone again.
    const next = rewardInvitesJob(world.services).run(rows[0]?.payload, { number: 1, last: false });
    await expect(next).rejects.toThrow('1 invites could not be settled');
    expect(await balanceOf(world, other)).toBe(100);
    await ownerPool.query('DELETE FROM graphile_worker._private_jobs');
    await revive();
    await reward();
    expect(await balanceOf(world, inviter)).toBe(200);
  });

  it('is asked about without opening the journal as long as its newcomer has not voted', async () => {
    const newcomer = await givenNewcomer(world, inviter);
    const asked = async () => {
      const client = await world.pool.connect();
      try {
        await client.query('BEGIN');
        const { rows } = await client.query<{ counted: boolean }>('SELECT has_counted_vote($1) AS counted', [
          newcomer.id,
        ]);
        const opened = await client.query(
          `SELECT FROM pg_locks l JOIN pg_inherits i ON i.inhrelid = l.relation
            WHERE i.inhparent = 'ledger.transfer'::regclass AND l.pid = pg_backend_pid()`,
        );
        return { counted: rows[0]?.counted, isOpened: opened.rows.length > 0 };
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    };
    expect(await asked()).toEqual({ counted: false, isOpened: false });
    await vote(world, newcomer);
    expect(await asked()).toEqual({ counted: true, isOpened: true });
  });

  it('that can never be paid holds up no other, and is logged by its ids alone', async () => {
    const stuck = await givenNewcomer(world, inviter);
    const other = await world.given.fan();
    for (const newcomer of [stuck, await givenNewcomer(world, other)]) await vote(world, newcomer);
    const revive = await dieOfRewardsTo(inviter);
    const lines: string[] = [];
    const log = createLog('error', { write: (line) => void lines.push(line) });
    await expect(rewardInvites({ ...world.services, log }, world.clock.now())).rejects.toThrow(
      '1 invites could not be settled',
    );
    expect(await balanceOf(world, other)).toBe(100);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ newcomerId: stuck.id, inviterId: inviter.id }),
    ]);
    expect(lines.join()).not.toContain('Mina');
    await revive();
    await reward();
    expect(await balanceOf(world, inviter)).toBe(100);
  });

  it('is paid behind any number of others that cannot be', async () => {
    await givenInviteTerms(world, { reward: 100, mostRewarded: 10 });
    const stuck = await Promise.all(Array.from({ length: 5 }, () => givenNewcomer(world, inviter)));
    const other = await world.given.fan();
    const last = await givenNewcomer(world, other);
    await Promise.all([...stuck, last].map((fan) => vote(world, fan)));
    const revive = await dieOfRewardsTo(inviter);
    await expect(rewardInvites(world.services, world.clock.now(), { most: 2 })).rejects.toThrow(
      '5 invites could not be settled',
    );
    expect(await balanceOf(world, other)).toBe(100);
    await revive();
    await reward();
    expect(await balanceOf(world, inviter)).toBe(500);
  });

  it('is paid behind a thousand whose newcomers have not voted, and each statement reads one page', async () => {
    await givenPending(1000);
    const newcomer = await givenNewcomer(world, inviter);
    await vote(world, newcomer);
    await world.ownerPool.query('ANALYZE invite, fan, ledger.account');
    const section = pendingInvitesSection({ after: undefined, most: 100 });
    const { rows } = await sql<Record<'QUERY PLAN', unknown>>`explain (analyze, format json) ${section}`.execute(
      world.db,
    );
    const read = nodesOf(rows[0]?.['QUERY PLAN']).filter((node) => 'Relation Name' in node);
    expect(read.map((node) => node['Relation Name'])).toContain('invite');
    for (const node of read) {
      const { 'Actual Rows': found, 'Actual Loops': loops, 'Rows Removed by Filter': passed = 0 } = node;
      if (node['Relation Name'] === 'invite')
        expect((Number(found) + Number(passed)) * Number(loops)).toBeLessThanOrEqual(100);
    }

    await rewardInvites(world.services, world.clock.now(), { most: 100 });
    expect(await balanceOf(world, inviter)).toBe(100);
  });

  it('is settled neither for simulated fans nor for an inviter who was erased', async () => {
    const [ghost, gone] = [await world.given.fan(), await world.given.fan()];
    const newcomers = [await givenNewcomer(world, ghost), await givenNewcomer(world, gone)];
    for (const newcomer of newcomers) await vote(world, newcomer);
    await world.ownerPool.query(`UPDATE fan SET simulated = true, email = NULL, password_hash = NULL WHERE id = $1`, [
      ghost.id,
    ]);
    await eraseFan(world, gone);
    await changesNothing(world, reward);
    expect([await balanceOf(world, ghost), await balanceOf(world, gone)]).toEqual([0, 0]);
    expect(await rowsOf(gone)).toMatchObject([{ state: 'lapsed', settled_at: world.clock.now() }]);
  });

  it('lapses with a newcomer who is erased before voting, and is not listed any more', async () => {
    await eraseFan(world, await givenNewcomer(world, inviter));
    expect(await records()).toMatchObject({ list: [], total: 0, totals: { invited: 0, pendingPoints: 0 } });
    expect(await rowsOf(inviter)).toMatchObject([{ state: 'lapsed', settled_at: world.clock.now() }]);
  });

  it('is paid for a newcomer who has voted and is erased before it was', async () => {
    const newcomer = await givenNewcomer(world, inviter);
    await vote(world, newcomer);
    await eraseFan(world, newcomer);
    await reward();
    expect(await balanceOf(world, inviter)).toBe(100);
    expect(await states()).toEqual(['rewarded']);
  });

  it('credits nothing to an inviter who is erased between being found and being paid', async () => {
    await vote(world, await givenNewcomer(world, inviter));
    let rewarding: Promise<void> | undefined;
    await eraseFan(world, inviter, async () => {
      rewarding = reward();
      await waitForLockWaiter(world);
    });
    await rewarding;
    expect(await balanceOf(world, inviter)).toBe(0);
    expect(await rowsOf(inviter)).toMatchObject([{ state: 'lapsed' }]);
  });

  it('is paid or lapses as a whole when its inviter is erased by some of forty jobs at once', async () => {
    for (let count = 0; count < 3; count += 1) await vote(world, await givenNewcomer(world, inviter));
    await Promise.all([
      ...Array.from({ length: 20 }, reward),
      ...Array.from({ length: 20 }, () => eraseFan(world, inviter)),
    ]);
    const after = (await rowsOf(inviter)).map(({ state }) => state);
    expect(after).not.toContain('pending');
    expect(await balanceOf(world, inviter)).toBe(100 * after.filter((state) => state === 'rewarded').length);
    await changesNothing(world, reward);
  });

  it('is over the limit for all others once the last place is given, and for who comes then', async () => {
    const newcomers = [];
    for (let count = 0; count < 4; count += 1) newcomers.push(await givenNewcomer(world, inviter));
    for (const newcomer of newcomers.slice(0, 3)) await vote(world, newcomer);
    await reward();
    await givenNewcomer(world, inviter);
    const [, , , fourth, fifth] = await rowsOf(inviter);
    for (const row of [fourth, fifth]) {
      expect(row).toMatchObject({ state: 'overLimit', place: null, settled_at: world.clock.now() });
    }
    expect(await states()).toEqual(['overLimit', 'overLimit', 'rewarded', 'rewarded', 'rewarded']);
  });

  /** Lets every reward to a fan fail; answers how to end that. */
  async function dieOfRewardsTo({ id }: TestFan): Promise<() => Promise<void>> {
    await world.ownerPool.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'died'; END $$;
      CREATE TRIGGER dies BEFORE INSERT ON ledger.transfer FOR EACH ROW WHEN (new.reason = 41 AND new.fan = ${id})
        EXECUTE FUNCTION die()`);
    return async () => {
      await world.ownerPool.query('DROP TRIGGER dies ON ledger.transfer; DROP FUNCTION die()');
    };
  }

  /** Prepares invited fans who have not voted. */
  async function givenPending(many: number): Promise<void> {
    const { id } = await world.given.fan();
    await world.ownerPool.query(
      `WITH invented AS (
         INSERT INTO fan (account_id, fan_code, kind, email, password_hash, nickname, avatar_seed, created_at,
           invited_by)
         SELECT 'invented' || lpad(n::text, 12, '0'), 'F' || translate(lpad(n::text, 7, '0'), '01', 'AB'), 'web2',
                n || '@example.com', 'none', 'Fan ' || n, 'seed', now(), $2
           FROM generate_series(1, $1::integer) n RETURNING id)
       INSERT INTO invite (newcomer_id, inviter_id, reward, most_rewarded, key, joined_at)
       SELECT id, $2, 100, 1000, gen_random_uuid(), now() FROM invented`,
      [many, id],
    );
  }

  /** Reads the invites of an inviter as the table has them, the earlier sign-ups first. */
  function rowsOf({ id }: TestFan) {
    return world.db.selectFrom('invite').selectAll().where('inviter_id', '=', id).orderBy('newcomer_id').execute();
  }
});

type PlanNode = Readonly<Record<string, unknown>>;

/** Lists every node of a plan, at any depth. */
function nodesOf(plan: unknown): PlanNode[] {
  if (Array.isArray(plan)) return plan.flatMap(nodesOf);
  if (typeof plan !== 'object' || plan === null) return [];
  return [plan as PlanNode, ...Object.values(plan).flatMap(nodesOf)];
}
