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
import { systemClock } from '#/lib/clock.ts';
import { castVote, givenPlatform, keysOfVotes, type Platform, untilRow } from './given-platform.ts';

let platform: Platform;
let file = '';
/** Keys of votes: answered while the files were copied, before the moment, and after it. */
let answeredDuring: string[] = [];
const [keyBefore, keyAfter] = [randomUUID(), randomUUID()];
let moment: Date;
let leaver: TestFan;

type Backup = { path: string; manifest: { files: { count: number } } };

/** Then a vote, a moment, a vote, and a fan who leaves; then the server is stopped. What follows stands on it. */
it('A platform is backed up while fans vote, and none of them waits for it.', { timeout: 240_000 }, async () => {
  platform = await givenPlatform(8);
  const { dataDir, election, fans, server } = platform;
  const { url } = server;
  await mkdir(join(dataDir, 'avatars'), { recursive: true });
  await writeFile(join(dataDir, 'avatars', 'a-portrait.webp'), 'a portrait');
  await using owner = await connectAsOwner(dataDir);
  leaver = await givenFan({ db: owner.db, clock: systemClock });
  const storm = startVoting(fans, (fan, key) => castVote(url, election, fan, key));
  await expect.poll(() => storm.answered.size).toBeGreaterThan(50);
  const backingUp = platform.run(['backup', '--json']);
  await untilRow(owner, "SELECT FROM pg_stat_progress_basebackup WHERE phase = 'streaming database files'");
  answeredDuring = [...storm.answered.keys()];
  const { code, output, errors } = await backingUp;
  expect({ code, errors }).toMatchObject({ code: 0 });
  const backup = JSON.parse(output) as Backup;
  file = backup.path;
  expect(backup.manifest.files.count).toBe(1);
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
});

afterAll(async () => {
  killPrograms();
  await platform.scratch[Symbol.asyncDispose]();
});

describe('A backup that was taken while fans voted', () => {
  let folder = '';

  it('is restored whole, with every vote that was answered before its end, and without who left since.', async () => {
    folder = join(platform.scratch.path, 'restored');
    const restored = await platform.run(['restore', file, '--to', folder, '--json']);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('"erased": 1') });
    expect(await readFile(join(folder, 'avatars', 'a-portrait.webp'), 'utf8')).toBe('a portrait');
    const secretOf = (dataDir: string) => readFile(join(dataDir, 'server-secret'), 'utf8');
    expect(await secretOf(folder)).toBe(await secretOf(platform.dataDir));
    const check = await platform.run(['ledger', 'check'], { DATA_DIR: folder });
    expect(check).toMatchObject({ code: 0, output: expect.stringContaining('The ledger is whole') });
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

    expect(await platform.run(['reopen'], { DATA_DIR: folder })).toMatchObject({ code: 0 });
    if (!fan) throw new Error('There is no fan');
    const vote = () => castVote(server.url, platform.election, fan).then(({ status }) => status);
    await expect.poll(vote, { interval: 100 }).toBe(200);
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready', failing: [] });
    // The jobs run again, too: workers beat.
    await untilRow(owner, "SELECT FROM job_worker WHERE beat_at > now() - interval '5 seconds'");
    await server.stop();
  });
});

describe('A restore to a moment', () => {
  it('has the vote before it and not the one after it, and keeps what was there.', async () => {
    const { dataDir } = platform;
    const words = ['restore', file, '--to', dataDir, '--until', moment.toISOString(), '--json'];
    const restored = await platform.run(words);
    expect(restored).toMatchObject({ code: 0 });
    const { formerDataDir, erasedAgain } = JSON.parse(restored.output) as {
      formerDataDir: string;
      erasedAgain: { erased: number };
    };
    expect(erasedAgain.erased).toBe(1);
    expect(await readdir(formerDataDir)).toContain('postgres');
    const server = await platform.start();
    await using owner = await connectAsOwner(dataDir);
    const votes = await keysOfVotes(owner);
    expect([votes.has(keyBefore), votes.has(keyAfter)]).toEqual([true, false]);
    expect(answeredDuring.filter((key) => !votes.has(key))).toEqual([]);
    await server.stop();
  });

  it('is refused for a moment that the log does not reach, and for one before the backup.', async () => {
    const folder = join(platform.scratch.path, 'too-late');
    const tooLate = await platform.run(['restore', file, '--to', folder, '--until', '2099-01-01T00:00:00+08:00']);
    expect(tooLate).toMatchObject({
      code: 1,
      errors: expect.stringContaining('The log does not reach 2098-12-31T16:00'),
    });
    const tooEarly = await platform.run(['restore', file, '--to', folder, '--until', '2026-01-01T00:00:00Z']);
    expect(tooEarly).toMatchObject({ code: 1, errors: expect.stringContaining('choose a backup that ended before') });
    expect((await readdir(platform.scratch.path)).filter((name) => name.startsWith('too-late'))).toEqual([]);
  });
});
