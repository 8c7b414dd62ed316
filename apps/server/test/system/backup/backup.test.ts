import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract, type Endpoint } from '@lightstick/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { connectAsOwner } from '../../../../../bench/world/owner-connection.ts';
import { givenFan, type TestFan } from '../../world/given-fan.ts';
import { wholeDatabase } from '../../world/whole-database.ts';
import { startVoting } from '../deploy/voting-crowd.ts';
import { killPrograms } from '../process/start-program.ts';
import { parseSettings } from '#/config/settings.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { restoreBackup } from '#/modules/backups/index.ts';
import { castVote, givenPlatform, keysOfVotes, type Platform, untilRow } from './given-platform.ts';

let platform: Platform;
let [file, portable] = ['', ''];
/** Keys of votes: answered while the files were copied, and before the rows were; before the moment, and after it. */
let answeredDuring: string[] = [];
const [keyBefore, keyAfter] = [randomUUID(), randomUUID()];
let moment: Date;
let leaver: TestFan;
let leaverWhoIsLate: TestFan;

/** What a restore answers. */
type RestoreReport = { indexes: number; invariants?: number; erasedAgain?: { erased: number } };
type Backup = { path: string; kind: string; manifest: { files: { count: number } } };

/** Then a vote, a moment, a vote, and a fan who leaves; then the server is stopped. What follows stands on it. */
it(
  'A platform is backed up in both ways while fans vote, and none of them waits for it.',
  { timeout: 240_000 },
  async () => {
    platform = await givenPlatform(8);
    const { dataDir, election, fans, server } = platform;
    const { url } = server;
    await mkdir(join(dataDir, 'avatars'), { recursive: true });
    await writeFile(join(dataDir, 'avatars', 'a-portrait.webp'), 'a portrait');
    await using owner = await connectAsOwner(dataDir);
    [leaver, leaverWhoIsLate] = [
      await givenFan({ db: owner.db, clock: systemClock }),
      await givenFan({ db: owner.db, clock: systemClock }, { points: 10 }),
    ];
    const storm = startVoting(fans, (fan, key) => castVote(url, election, fan, key));
    await expect.poll(() => storm.answered.size).toBeGreaterThan(50);
    const backingUp = platform.run(['backup', '--json'], { BACKUP_PASSPHRASE: '' });
    await untilRow(owner, "SELECT FROM pg_stat_progress_basebackup WHERE phase = 'streaming database files'");
    answeredDuring = [...storm.answered.keys()];
    const { code, output, errors } = await backingUp;
    expect({ code, errors }).toMatchObject({ code: 0 });
    const backup = JSON.parse(output) as Backup;
    file = backup.path;
    expect(backup).toMatchObject({ kind: 'physical', manifest: { files: { count: 1 } } });
    const copied = await platform.run(['backup', '--portable', '--json']);
    const copy = JSON.parse(copied.output) as Backup;
    portable = copy.path;
    expect(copy).toMatchObject({ kind: 'portable', manifest: { files: { count: 1 } } });
    const atEnd = storm.answered.size;
    await expect.poll(() => storm.answered.size).toBeGreaterThan(atEnd + 50);
    await storm.stop();
    expect(storm.troubles).toEqual([]);

    const [fan] = fans;
    if (!fan) throw new Error('There is no fan');
    expect(await castVote(url, election, fan, keyBefore)).toMatchObject({ status: 200 });
    // A whole second between the votes, by the clock of this machine, which is the database's.
    moment = new Date(Math.ceil((systemClock.now().getTime() + 1) / 1000) * 1000);
    await expect.poll(() => systemClock.now() > moment, { interval: 20 }).toBe(true);
    expect(await castVote(url, election, fan, keyAfter)).toMatchObject({ status: 200 });
    await owner.ownerPool.query("UPDATE fan SET deletion_requested_at = now() - interval '8 days' WHERE id = $1", [
      leaver.id,
    ]);
    await owner.ownerPool.query("SELECT graphile_worker.add_job('erase-fans')");
    const erased = () => readFile(join(platform.backups, 'erased-fans.jsonl'), 'utf8').catch(() => '');
    await expect.poll(erased, { timeout: 60_000 }).toContain(leaver.accountId);
    await server.stop();
  },
);

afterAll(async () => {
  killPrograms();
  await platform.scratch[Symbol.asyncDispose]();
});

describe('A portable backup that was taken while fans voted', () => {
  let folder = '';

  it('is restored whole, with every vote that was answered before it, and without who left since.', async () => {
    folder = join(platform.scratch.path, 'restored');
    const restored = await platform.run(['restore', portable, '--to', folder, '--json']);
    expect(restored).toMatchObject({ code: 0 });
    const report = JSON.parse(restored.output) as RestoreReport;
    expect(report).toMatchObject({ erasedAgain: { erased: 1 }, isHeld: true, isOtherSecret: false });
    expect([report.indexes, report.invariants ?? 0].every((count) => count > 50)).toBe(true);
    expect(await readFile(join(folder, 'avatars', 'a-portrait.webp'), 'utf8')).toBe('a portrait');
    const secretOf = (dataDir: string) => readFile(join(dataDir, 'server-secret'), 'utf8');
    expect(await secretOf(folder)).toBe(await secretOf(platform.dataDir));
  });

  it('serves reads and refuses everything else until an operator opens it again.', async () => {
    const server = await platform.start(folder);
    await using owner = await connectAsOwner(folder);
    const votes = await keysOfVotes(owner);
    expect(answeredDuring.length).toBeGreaterThan(50);
    expect(answeredDuring.filter((key) => !votes.has(key))).toEqual([]);
    expect([votes.has(keyBefore), votes.has(keyAfter)]).toEqual([false, false]);
    const { rows } = await owner.ownerPool.query('SELECT email, erased_at FROM fan WHERE id = $1', [leaver.id]);
    expect(rows).toEqual([{ email: null, erased_at: expect.any(Date) }]);

    expect(server.output()).toMatch(/HELD +Restored from lightstick-/);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'held', failing: [] });
    const config = await fetch(`${server.url}/config`);
    const before = await wholeDatabase(owner.ownerPool);
    const [fan] = platform.fans;
    const changing = Object.entries<Endpoint>(contract).filter(([, { safe }]) => !safe);
    expect(changing.length).toBeGreaterThan(50);
    for (const [route, { auth }] of changing) {
      const [method = '', path = ''] = route.split(' ');
      const headers = { ...(auth === 'fan' && { token: fan?.token ?? '' }), 'accept-language': 'zh-TW' };
      const reply = await fetch(`${server.url}${path}`, { method, headers });
      expect([route, reply.status, ((await reply.json()) as { code: number }).code]).toEqual([route, 503, 9014]);
    }
    expect(config.status).toBe(200);
    const transfer = owner.ownerPool.query('INSERT INTO ledger.transfer DEFAULT VALUES');
    await expect(transfer).rejects.toThrow('the platform is held');
    expect(await wholeDatabase(owner.ownerPool)).toEqual(before);

    if (!fan) throw new Error('There is no fan');
    // A list that is brought late counts as well.
    const late = { accountId: leaverWhoIsLate.accountId, erasedAt: systemClock.now().toISOString() };
    await writeFile(join(folder, 'erased-fans.jsonl'), JSON.stringify(late));
    const reopened = await platform.run(['reopen', '--json'], { DATA_DIR: folder });
    expect(reopened).toMatchObject({ code: 0, output: expect.stringContaining('"erased": 1') });
    const vote = () => castVote(server.url, platform.election, fan).then(({ status }) => status);
    await expect.poll(vote, { interval: 100 }).toBe(200);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready', failing: [] });
    const heldAgain = await platform.run(['hold', '--why', 'A look'], { DATA_DIR: folder });
    expect(heldAgain).toMatchObject({ code: 1, errors: expect.stringContaining('A server runs on this database.') });
    // The jobs run again, too: workers beat.
    await untilRow(owner, "SELECT FROM job_worker WHERE beat_at > now() - interval '5 seconds'");
    await server.stop();
  });
});

const neverErase = () => Promise.reject(new Error('A refused restore erases no fan'));

describe('A restore to a moment', () => {
  it('has the vote before it and not the one after it, and keeps what was there.', async () => {
    const { dataDir } = platform;
    const words = ['restore', file, '--to', dataDir, '--until', moment.toISOString(), '--json'];
    const restored = await platform.run(words);
    expect(restored).toMatchObject({ code: 0 });
    const { formerDataDir, erasedAgain } = JSON.parse(restored.output) as RestoreReport & { formerDataDir: string };
    expect(erasedAgain?.erased).toBe(1);
    expect(await readdir(formerDataDir)).toContain('postgres');
    const server = await platform.start();
    expect(server.output()).toMatch(/HELD +Restored from lightstick-.*, as it was at /);
    await using owner = await connectAsOwner(dataDir);
    const votes = await keysOfVotes(owner);
    expect([votes.has(keyBefore), votes.has(keyAfter)]).toEqual([true, false]);
    expect(answeredDuring.filter((key) => !votes.has(key))).toEqual([]);
    await server.stop();
  });

  it('is refused for a moment that the log does not reach, and for one before the backup.', async () => {
    const dataDir = join(platform.scratch.path, 'too-late');
    const settings = parseSettings({ ...platform.environment, DATA_DIR: platform.dataDir }, platform.scratch.path);
    const given = { settings, dataDir, clock: systemClock, log: createLog('silent'), eraseAgain: neverErase };
    const restore = (backup: string, until: string) =>
      restoreBackup({ ...given, file: backup, until: new Date(until) });
    const tooLate = restore(file, '2099-01-01T00:00:00+08:00');
    await expect(tooLate).rejects.toThrow('The log does not reach 2098-12-31T16:00');
    const tooEarly = restore(file, '2026-01-01T00:00:00Z');
    await expect(tooEarly).rejects.toThrow('choose a backup that ended before');
    const ofRows = restore(portable, moment.toISOString());
    await expect(ofRows).rejects.toThrow('is a portable backup, which is restored to its own moment only');
    expect((await readdir(platform.scratch.path)).filter((name) => name.startsWith('too-late'))).toEqual([]);
  });
});
