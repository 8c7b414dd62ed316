import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#/log.ts';
import { modulePersonalData } from '#/modules/index.ts';
import { eraseFans } from '#/modules/privacy/erase-fans.ts';
import { checkLedger } from '../world/database.ts';
import { givenWalletFan, graceMs, leaveByCode, leaveByWallet, rowOf, runHourlyJobs } from '../world/leave.ts';
import { createScratchFolder, type ScratchFolder } from '../world/scratch-folder.ts';
import { isSignedIn, tryToSignIn } from '../world/sign-in.ts';
import { mailsTo, signUp } from '../world/sign-up.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { messageFor, signInByWallet, walletLogin } from '../world/wallet.ts';
import { createWorld, type World } from '../world/world.ts';
import { tracesInDatabase, tracesOnDisk } from './find-personal-data.ts';
import { askForSignature, emailFanWithPast, live } from './given-full-history.ts';

let scratch: ScratchFolder;
let world: World;
beforeAll(async () => {
  scratch = await createScratchFolder();
  world = await createWorld({
    environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' },
    settings: { dataDir: scratch.path },
  });
  await world.given.election({ closesAt: new Date(world.clock.now().getTime() + 400 * 24 * 60 * 60_000) });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});
beforeEach(() => world.clock.advance(60_000));

const erase = () => eraseFans({ ...world.services, records: modulePersonalData(world.services) }, world.clock.now());
/** Lists the names without a find, so that a search that finds nothing at all is noticed. */
const listMissing = (found: Record<string, string[]>) => Object.keys(found).filter((name) => found[name]?.length === 0);
const nowhere = (found: Record<string, string[]>) => Object.fromEntries(Object.keys(found).map((name) => [name, []]));

/** Reads what stays of a fan in the ledger and beside it. */
async function bookOf(fanId: number) {
  const { rows } = await world.ownerPool.query<{ row: unknown }>(
    `SELECT to_jsonb(t) AS row FROM ledger.transfer t WHERE fan = $1
     UNION ALL SELECT to_jsonb(a) FROM ledger.account a WHERE fan = $1
     UNION ALL SELECT to_jsonb(c) FROM task_claim c WHERE fan_id = $1
     UNION ALL SELECT to_jsonb(e) FROM exchange e WHERE fan_id = $1
     UNION ALL SELECT to_jsonb(o) FROM offer_fan o WHERE fan_id = $1
     UNION ALL SELECT to_jsonb(c) FROM ticket_conversion c WHERE fan_id = $1
     UNION ALL SELECT to_jsonb(g) FROM ticket_gift g WHERE sender_id = $1
     UNION ALL SELECT to_jsonb(c) FROM cheer c WHERE fan_id = $1`,
    [fanId],
  );
  return rows.map(({ row }) => JSON.stringify(row)).toSorted();
}

/** Leaves a mail that no server would take, as the queue keeps it. */
async function leaveFailedMail(email: string): Promise<void> {
  await world.ownerPool.query(
    `WITH added AS (SELECT id FROM graphile_worker.add_job('send-mail', '{}', max_attempts => 1))
     UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = $1 WHERE id = (SELECT id FROM added)`,
    [`550 <${email}> is not known here`],
  );
}

describe('after the days of grace', () => {
  it('nothing in the whole database and on disk leads to a fan with an email; votes and ledger stay', async () => {
    const fan = await emailFanWithPast(world);
    const { traces } = fan;
    await leaveFailedMail(fan.email);
    const before = await tracesInDatabase(world.ownerPool, traces);
    // A user agent is never stored in full.
    const { userAgent, ...stored } = before;
    expect(userAgent).toEqual([]);
    expect(listMissing(stored)).toEqual([]);
    expect(await tracesOnDisk(scratch.path, Object.values(traces))).toHaveLength(1);
    const { id } = await rowOf(world, fan.userInfo.accountId);
    const book = await bookOf(id);
    expect(book.length).toBeGreaterThan(10);

    await leaveByCode(world, fan);
    await mailsTo(world, fan.email);
    world.clock.advance(graceMs);
    await runHourlyJobs(world);

    const after = await tracesInDatabase(world.ownerPool, traces);
    expect(after).toEqual(nowhere(after));
    expect(await tracesOnDisk(scratch.path, Object.values(traces))).toEqual([]);
    expect(await bookOf(id)).toEqual(book);
    expect(await rowOf(world, fan.userInfo.accountId)).toMatchObject({
      nickname: expect.stringMatching(/^Former fan [A-Z2-9]{4}$/) as string,
      erased_at: world.clock.now(),
      email: null,
      password_hash: null,
      bio: '',
    });
    await checkLedger(world.ownerPool);
  });

  it('nothing leads to a fan with a wallet, who is called a former fan in their language', async () => {
    const fan = await givenWalletFan(world);
    const { token } = await signInByWallet(world, fan.wallet, { language: 'zh_TW' });
    const traces = { wallet: fan.wallet.address, ...(await live(world, { ...fan, token })) };
    await world.call('POST /wallet/api/v1/userExpand/updateAccountInfo', {
      headers: { token },
      body: { languageType: 'zh_TW' },
    });
    await leaveByWallet(world, { ...fan, token });
    world.clock.advance(graceMs);
    await askForSignature(world, fan.wallet.address);
    const before = await tracesInDatabase(world.ownerPool, traces);
    expect(listMissing(before)).toEqual([]);

    await runHourlyJobs(world);
    const after = await tracesInDatabase(world.ownerPool, traces);
    expect(after).toEqual(nowhere(after));
    const row = await rowOf(world, fan.userInfo.accountId);
    expect(row.nickname).toMatch(/^前粉絲 [A-Z2-9]{4}$/);
    expect(row.wallet_address).toBeNull();
  });

  it('a fan goes at the very moment, and not before', async () => {
    const fan = await signUp(world);
    await leaveByCode(world, fan);
    world.clock.advance(graceMs - 1);
    await erase();
    expect((await rowOf(world, fan.userInfo.accountId)).erased_at).toBeNull();
    world.clock.advance(1);
    await erase();
    expect((await rowOf(world, fan.userInfo.accountId)).erased_at).toEqual(world.clock.now());
  });

  it('no session of the fan opens anything, and their former way in signs up a stranger', async () => {
    const fan = await signUp(world);
    await leaveByCode(world, fan);
    world.clock.advance(graceMs);
    await erase();
    expect(await isSignedIn(world, fan.token)).toBe(false);
    expect((await tryToSignIn(world, fan.email, fan.password)).refusal).toBe('WRONG_CREDENTIALS');
    const resumed = await world.call('POST /wallet/api/v1/user/session', {
      body: {},
      headers: { cookie: `passport=${fan.passportToken}`, 'sec-fetch-site': 'same-origin' },
    });
    expect(resumed.status).toBe(401);
  });

  it('the address opens a new account, which has nothing of the old', async () => {
    const fan = await signUp(world);
    await leaveByCode(world, fan);
    world.clock.advance(graceMs);
    await erase();
    const anew = await signUp(world, fan.email);
    expect(anew.userInfo.accountId).not.toBe(fan.userInfo.accountId);
    const byWallet = await givenWalletFan(world);
    await leaveByWallet(world, byWallet);
    world.clock.advance(graceMs);
    await erase();
    expect(await signInByWallet(world, byWallet.wallet)).toMatchObject({ isNew: true, deletionCancelled: false });
  });

  it('those who stay, and those who are still leaving, are left alone', async () => {
    const [staying, gone] = [await signUp(world), await signUp(world)];
    await leaveByCode(world, gone);
    world.clock.advance(graceMs / 2);
    const leaving = await signUp(world);
    await leaveByCode(world, leaving);
    const before = [await rowOf(world, staying.userInfo.accountId), await rowOf(world, leaving.userInfo.accountId)];
    world.clock.advance(graceMs / 2);
    expect(await erase()).toBe(1);
    const after = [await rowOf(world, staying.userInfo.accountId), await rowOf(world, leaving.userInfo.accountId)];
    expect(after).toEqual(before);
    world.clock.advance(graceMs / 2);
    expect(await erase()).toBe(1);
  });
});

describe('erasing', () => {
  it('by forty replicas at once erases each fan once, and another run changes nothing', async () => {
    const fans = await Promise.all([1, 2, 3].map(() => givenWalletFan(world)));
    for (const fan of fans) await leaveByWallet(world, fan);
    world.clock.advance(graceMs);
    const counts = await Promise.all(Array.from({ length: 40 }, () => erase()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    const rows = await Promise.all(fans.map((fan) => rowOf(world, fan.userInfo.accountId)));
    world.clock.advance(60_000);
    expect(await erase()).toBe(0);
    expect(await Promise.all(fans.map((fan) => rowOf(world, fan.userInfo.accountId)))).toEqual(rows);
  });

  it('that fails for one fan keeps all of that fan, and erases the others', async () => {
    const [stuck, other] = [await givenWalletFan(world), await givenWalletFan(world)];
    for (const fan of [stuck, other]) await leaveByWallet(world, fan);
    const { id } = await rowOf(world, stuck.userInfo.accountId);
    world.clock.advance(graceMs);
    const failure = Object.assign(new Error('Key (email)=(mina@example.com) is still there'), {
      code: '23503',
      constraint: 'a_key',
      detail: 'mina@example.com',
    });
    const failing = {
      erased: [],
      kept: {},
      erase: (_tx: unknown, fan: { id: number }) => (fan.id === id ? Promise.reject(failure) : Promise.resolve()),
    };
    const everything = async () => [
      await rowOf(world, stuck.userInfo.accountId),
      await world.db.selectFrom('sign_in').selectAll().where('fan_id', '=', id).execute(),
    ];
    const before = await everything();
    const records = [...modulePersonalData(world.services), failing];
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    await expect(eraseFans({ ...world.services, log, records }, world.clock.now())).rejects.toThrow(
      '1 fans could not be erased',
    );
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ level: 'error', fanId: id, error: 'Error', code: '23503', constraint: 'a_key' }),
    );
    expect(lines.join('')).not.toContain('mina@example.com');
    expect(await everything()).toEqual(before);
    expect((await rowOf(world, other.userInfo.accountId)).erased_at).not.toBeNull();
    expect(await erase()).toBe(1);
  });

  it('that comes while a sign-in is under way waits for it, and finds a fan who stays', async () => {
    const fan = await givenWalletFan(world);
    await leaveByWallet(world, fan);
    world.clock.advance(graceMs);
    const { id } = await rowOf(world, fan.userInfo.accountId);
    const signIn = await world.ownerPool.connect();
    await signIn.query('BEGIN');
    await signIn.query('UPDATE fan SET deletion_requested_at = NULL WHERE id = $1', [id]);
    const erasing = erase();
    await waitForLockWaiter(world);
    await signIn.query('COMMIT');
    signIn.release();
    expect(await erasing).toBe(0);
    expect(await rowOf(world, fan.userInfo.accountId)).toMatchObject({ deletion_requested_at: null, erased_at: null });
    expect(await signInByWallet(world, fan.wallet)).toMatchObject({ isNew: false, userInfo: fan.userInfo });
  });

  it('that comes first makes a sign-in that has begun fail', async () => {
    const fan = await givenWalletFan(world);
    await leaveByWallet(world, fan);
    world.clock.advance(graceMs);
    const { id } = await rowOf(world, fan.userInfo.accountId);
    const message = await messageFor(world, fan.wallet.address);
    const signature = await fan.wallet.sign(message);
    const erasing = await world.ownerPool.connect();
    await erasing.query('BEGIN');
    await erasing.query(
      `UPDATE fan SET wallet_address = NULL, wallet_proved_by = NULL, bio = '', erased_at = $2 WHERE id = $1`,
      [id, world.clock.now()],
    );
    const signingIn = world.call(walletLogin, { body: { message, signature } });
    await waitForLockWaiter(world);
    await erasing.query('COMMIT');
    erasing.release();
    expect(await signingIn).toMatchObject({ status: 401, refusal: 'UNAUTHENTICATED' });
    const { rows } = await world.ownerPool.query('SELECT FROM sign_in WHERE fan_id = $1 AND ended_at IS NULL', [id]);
    expect(rows).toEqual([]);
    expect(await signInByWallet(world, fan.wallet)).toMatchObject({ isNew: true });
  });

  it('and signing in, forty at once, ends in a whole fan or in none', async () => {
    for (let round = 0; round < 4; round += 1) {
      const fan = await givenWalletFan(world);
      await leaveByWallet(world, fan);
      world.clock.advance(graceMs);
      const proofs = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const message = await messageFor(world, fan.wallet.address);
          return { message, signature: await fan.wallet.sign(message) };
        }),
      );
      const both = await Promise.all(proofs.map((body) => Promise.all([world.call(walletLogin, { body }), erase()])));
      expect(both.filter(([{ status }]) => status >= 500)).toEqual([]);
      const row = await rowOf(world, fan.userInfo.accountId);
      const opened = both.flatMap(([{ data }]) =>
        data !== null && 'userInfo' in data ? [data.userInfo.accountId] : [],
      );
      if (row.erased_at === null) {
        expect(row).toMatchObject({ deletion_requested_at: null, wallet_address: fan.wallet.address.toLowerCase() });
        expect(new Set(opened)).toEqual(new Set([fan.userInfo.accountId]));
      } else {
        expect(row).toMatchObject({ wallet_address: null });
        expect(opened).not.toContain(fan.userInfo.accountId);
      }
    }
  });
});
