import { createSocket } from 'node:dgram';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createJobs } from '#/app.ts';
import { parseSettings } from '#/config/settings.ts';
import { consultDoctor } from '../world/consult-doctor.ts';
import { givenOffer } from '../world/given-offer.ts';
import { inBothLanguages } from '../world/in-both-languages.ts';
import { openPostOffice } from '../world/mail-server.ts';
import { createScratchFolder } from '../world/scratch-folder.ts';
import { createWorld, type World } from '../world/world.ts';

const hourMs = 60 * 60_000;

function mountSmallDisk(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'lightstick-small-disk', folder]).status === 0;
}

/** Whether this user may mount a disk; elsewhere the tests of small ones are left out. */
const canMount = await (async () => {
  await using folder = await createScratchFolder();
  if (process.platform !== 'linux' || !mountSmallDisk(folder.path)) return false;
  execFileSync('umount', [folder.path]);
  return true;
})();

/** Mounts a disk of a megabyte until the end of the test. */
async function givenSmallDisk(): Promise<string> {
  const folder = await createScratchFolder();
  mountSmallDisk(folder.path);
  onTestFinished(async () => {
    execFileSync('umount', [folder.path]);
    await folder[Symbol.asyncDispose]();
  });
  return folder.path;
}

describe('what the database of a running platform tells', () => {
  let world: World;
  let environment: { DATABASE_URL: string };
  beforeAll(async () => {
    world = await createWorld();
    environment = { DATABASE_URL: world.databaseUrl };
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const hence = (hours: number) => () => new Date(world.clock.now().getTime() + hours * hourMs);
  const consult = (id: string, hours = 0) => consultDoctor(id, environment, { now: hence(hours) });

  it('Content is missing before a pack is applied, and there afterwards.', async () => {
    expect(await consult('content-pack')).toMatchObject({ state: 'wrong', advice: expect.stringContaining('apply') });
    await world.ownerPool.query(
      `INSERT INTO content_pack (name, version, digest, applied_at, anchored_at)
       VALUES ('a', '1', '\\x00', now(), now())`,
    );
    expect((await consult('content-pack')).state).toBe('ok');
  });

  it('A round that ends within an hour, and what is over while its election runs, are wrong.', async () => {
    await world.given.election({ closesAt: hence(24)() });
    const past = await givenOffer(world, { closesAt: hence(2)() });
    await givenOffer(world, { closesAt: hence(2)(), retired: true });
    await world.ownerPool.query(
      `INSERT INTO banner (id, type, title, text, picture_seed, link, ends_at, position)
       VALUES ('a-banner', 'mall', $1, $1, 'a', '/', $2, 1)`,
      [inBothLanguages('Soon'), hence(3)()],
    );
    for (const id of ['rounds-closing', 'offers-in-the-past']) expect((await consult(id)).state).toBe('ok');
    const over = await consult('offers-in-the-past', 4);
    expect(over).toMatchObject({
      state: 'wrong',
      found: `Over, and still in the pack: banner a-banner, offer ${past}.`,
    });
    const closing = await consult('rounds-closing', 23.5);
    expect(closing).toMatchObject({ state: 'wrong', found: 'Within an hour end: 1004 (round 1).' });
  });

  it('A text in one language is wrong, unless all content has one language by choice.', async () => {
    expect((await consult('texts-in-one-language')).state).toBe('ok');
    const page = (id: string, body: object) =>
      world.ownerPool.query(
        'INSERT INTO page (id, title, summary, body, updated_on) VALUES ($1, $2, $2, $3, CURRENT_DATE)',
        [id, inBothLanguages('About us'), JSON.stringify(body)],
      );
    await page('same-words', { en_US: '關於我們', zh_TW: '關於我們' });
    await page('english', { en_US: 'Who we are.', zh_TW: 'About us.' });
    await page('both', { en_US: 'Who we are.', zh_TW: '關於我們' });
    expect(await consult('texts-in-one-language')).toMatchObject({
      state: 'wrong',
      found: 'In one language only: page english, page same-words.',
    });
    await world.ownerPool.query(
      `WITH pack AS (INSERT INTO content_pack (name, version, digest, applied_at, anchored_at)
                     VALUES ('b', '1', sha256('b'), now() + interval '1 hour', now()) RETURNING name, digest)
       INSERT INTO content_pack_file SELECT name, 'pack.yaml', digest, $1 FROM pack`,
      [Buffer.from('name: b\nversion: "1"\nlanguage: zh_TW\n')],
    );
    expect(await consult('texts-in-one-language'), 'beside the activity of the pack before').toMatchObject({
      state: 'ok',
      found: expect.stringContaining('one language, which stands for both'),
    });
    await world.ownerPool.query(`DELETE FROM content_pack WHERE name = 'b'`);
    await world.ownerPool.query(`UPDATE page SET retired = true WHERE id = 'both'`);
    await world.ownerPool.query('UPDATE offer SET retired = true');
    await world.ownerPool.query('UPDATE banner SET retired = true');
    await world.ownerPool.query(`UPDATE activity SET subtitle = '{"en_US": "夏日", "zh_TW": "夏日"}'`);
    expect((await consult('texts-in-one-language')).found).toContain('one language, which stands for both');
  });

  it('A test mail has the name and the sender of the brand.', async () => {
    await world.ownerPool.query('INSERT INTO brand (name, short_name, terms) VALUES ($1, $1, $2)', [
      inBothLanguages('Aurora & Co'),
      { mail: { sender: { en_US: 'The Aurora team', zh_TW: '極光團隊' } } },
    ]);
    onTestFinished(async () => void (await world.ownerPool.query('DELETE FROM brand')));
    await using post = await openPostOffice();
    const server = { SMTP_URL: post.smtpUrl, MAIL_FROM: 'Votes <votes@example.com>' };
    const mailed = await consultDoctor('mail', { ...environment, ...server }, { mailTo: 'mika@example.com' });
    expect(mailed).toMatchObject({ state: 'ok' });
    const [mail] = post.arrived;
    expect(mail?.headers.get('from')).toBe('The Aurora team <votes@example.com>');
    expect(mail?.headers.get('subject')).toBe('A test mail of Aurora & Co');
    expect(mail?.bodies.get('text/html')).toContain('The server of Aurora &amp; Co sends mails');
    expect(JSON.stringify([...(mail?.headers ?? []), ...(mail?.bodies ?? [])])).not.toMatch(/lightstick/i);
  });

  it('The size of the database is noted once an hour, and tells how long a disk lasts.', async () => {
    expect((await consult('growth')).found).toContain('Its growth is known some hours after');
    const jobs = await createJobs(world.services);
    const measure = () => jobs.find(({ id }) => id === 'measure-database')?.run({}, { number: 1, last: false });
    await Promise.all([measure(), measure()]);
    await world.ownerPool.query(`INSERT INTO database_size VALUES (now() - interval '31 days', 1)`);
    await measure();
    const { rows } = await world.ownerPool.query('SELECT bytes FROM database_size');
    expect(rows).toEqual([{ bytes: expect.any(Number) }]);

    // Five hours later it is as large as before.
    const settings = parseSettings({ NODE_ENV: 'test' }, '/srv');
    const embedded = { now: hence(5), settings };
    expect(await consultDoctor('growth', environment, embedded)).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('more than 999 days'),
    });
    await world.ownerPool.query('UPDATE database_size SET bytes = 1');
    expect((await consultDoctor('growth', environment, { now: hence(5) })).found).toContain('Its disk is not');
  });

  it.runIf(canMount)('The embedded database fills a small disk within two weeks, which is wrong.', async () => {
    await world.ownerPool.query('DELETE FROM database_size');
    await world.ownerPool.query('INSERT INTO database_size VALUES ($1, 1)', [hence(-5)()]);
    const settings = { ...parseSettings({ NODE_ENV: 'test' }, '/srv'), dataDir: await givenSmallDisk() };
    const soon = await consultDoctor('growth', environment, { now: hence(0), settings });
    expect(soon).toMatchObject({ state: 'wrong', found: expect.stringContaining('the disk is full in 0 days') });
  });

  it('A backup or drill that failed, is old or never was is wrong, and unknown where none are recorded.', async () => {
    const before = await consult('backup');
    await world.ownerPool.query(
      `CREATE TABLE IF NOT EXISTS backup_run (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL,
         begun_at timestamptz NOT NULL, ended_at timestamptz NOT NULL, file_name text, bytes bigint, failure text)`,
    );
    expect(['unknown', 'wrong']).toContain(before.state);
    expect(await consult('backup')).toMatchObject({ state: 'wrong', found: 'None has succeeded yet.' });
    const record = (kind: string, failure: string | null) =>
      world.ownerPool.query(
        `INSERT INTO backup_run (kind, begun_at, ended_at, file_name, bytes, failure)
         VALUES ($1, $2, $2, 'a.tar', 1, $3)`,
        [kind, world.clock.now(), failure],
      );
    await record('backup', null);
    await record('drill', null);
    const ofAge = async (hours: number) => [await consult('backup', hours), await consult('backup-drill', hours)];
    expect(await ofAge(0)).toMatchObject([{ found: 'The last one succeeded less than an hour ago.' }, { state: 'ok' }]);
    expect(await ofAge(1)).toMatchObject([{ found: 'The last one succeeded 1 hour ago.' }, { state: 'ok' }]);
    expect(await ofAge(2)).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
    expect(await ofAge(48)).toMatchObject([{ state: 'wrong', found: expect.stringContaining('48') }, { state: 'ok' }]);
    expect(await ofAge(24 * 9)).toMatchObject([{ state: 'wrong' }, { state: 'wrong' }]);
    world.clock.advance(1000);
    await record('backup', 'The disk is full');
    const failed = await consult('backup');
    expect(failed).toMatchObject({ state: 'wrong', found: 'The last one failed: The disk is full' });
  });

  it('A clock that differs from the database’s by more than 50 ms is wrong.', async () => {
    expect((await consultDoctor('clock-of-database', environment)).state).toBe('ok');
    expect(await consult('clock-of-database', 1)).toMatchObject({
      state: 'wrong',
      found: expect.stringMatching(/is 3[56]\d{5} ms ahead/),
    });
  });
});

describe('the machine and what the server uses besides', () => {
  it.runIf(canMount)('A disk that is nearly full is wrong.', async () => {
    await using folder = await createScratchFolder();
    const roomy = await consultDoctor('disk', { DATA_DIR: join(folder.path, 'not', 'there', 'yet') });
    expect(roomy.found).toMatch(/GB are free/);
    const full = await consultDoctor('disk', { DATA_DIR: await givenSmallDisk() });
    expect(full).toMatchObject({ state: 'wrong', found: expect.stringContaining('Only 1 MB of 1 MB') });
  });

  it('A clock that differs from the time server’s is wrong, and one that has no time is unknown.', async () => {
    let aheadMs = 0;
    let stratum = 2;
    const server = createSocket('udp4', (_request, { port, address }) => {
      const reply = Buffer.alloc(48);
      reply.writeUInt8(stratum, 1);
      const seconds = (Date.now() + aheadMs) / 1000 + 2_208_988_800;
      for (const at of [32, 40]) {
        reply.writeUInt32BE(Math.floor(seconds), at);
        reply.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), at + 4);
      }
      server.send(reply, port, address);
    });
    onTestFinished(() => void server.close());
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const consult = () => consultDoctor('clock-of-network', { NTP_SERVER: `127.0.0.1:${server.address().port}` });
    expect((await consult()).state).toBe('ok');
    aheadMs = 60_000;
    expect(await consult()).toMatchObject({ state: 'wrong', found: expect.stringContaining('behind') });
    aheadMs = -60_000;
    expect(await consult()).toMatchObject({ state: 'wrong', found: expect.stringContaining('ahead') });
    stratum = 0;
    expect((await consult()).state).toBe('unknown');
    expect((await consultDoctor('clock-of-network')).state).toBe('off');
  });

  it('The mail server takes login and mail, and is wrong where it is away or refuses one.', async () => {
    await using post = await openPostOffice();
    const environment = { SMTP_URL: post.smtpUrl, MAIL_FROM: 'Lightstick <votes@example.com>' };
    expect((await consultDoctor('mail', environment)).state).toBe('ok');
    expect(post.arrived).toEqual([]);
    const mailed = await consultDoctor('mail', environment, { mailTo: 'mika@example.com' });
    expect(mailed).toMatchObject({ state: 'ok', found: expect.stringContaining('mika@example.com') });
    expect(post.arrived).toMatchObject([{ from: 'votes@example.com', to: ['mika@example.com'] }]);

    const { MAIL_FROM: _, ...unnamed } = environment;
    expect(await consultDoctor('mail', unnamed)).toMatchObject({
      state: 'wrong',
      advice: expect.stringContaining('DNS'),
    });
    post.refuseNext('message', 554);
    const refused = await consultDoctor('mail', environment, { mailTo: 'mika@example.com' });
    expect(refused).toMatchObject({ state: 'wrong', found: expect.stringContaining('554') });
    const login = await consultDoctor('mail', { SMTP_URL: post.smtpUrl.replace('club', 'wrong') });
    expect(login).toMatchObject({ state: 'wrong', found: expect.stringContaining('EAUTH') });
    const away = await consultDoctor('mail', { SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(away).toMatchObject({ state: 'wrong', found: expect.stringContaining('ECONNREFUSED') });
    expect((await consultDoctor('mail')).state).toBe('off');
  });

  it('A file of settings is read with its permissions.', async () => {
    await using folder = await createScratchFolder();
    const file = join(folder.path, 'lightstick.env');
    await writeFile(file, 'PORT=3000\nTICKET_PRICE=7\n');
    const environment = {
      NODE_ENV: 'production',
      SERVER_SECRET: 'kP3v/9sQeW1xZ7uT5rYb2nM8aLdF0gHj4cVoI6tUqXw=',
      PUBLIC_URL: 'https://vote.example.com',
      SMTP_URL: 'smtp://mail.example.com',
    };
    const consult = (id: string) => consultDoctor(id, environment, { settingsFile: file });
    expect((await consult('setting-names')).found).toBe('Not known: TICKET_PRICE.');
    await chmod(file, 0o644);
    expect((await consult('secrets')).advice).toBe(`Run: chmod 600 ${file}`);
    await chmod(file, 0o600);
    expect((await consult('secrets')).state).toBe('ok');
  });

  it('Values that are invalid or contradict each other are wrong, and each is named.', async () => {
    expect((await consultDoctor('setting-values')).state).toBe('ok');
    expect(await consultDoctor('setting-values', { PORT: 'abc', NODE_ENV: 'production' })).toMatchObject({
      state: 'wrong',
      found: expect.stringMatching(/PORT.*PUBLIC_URL is missing/),
    });
  });
});
