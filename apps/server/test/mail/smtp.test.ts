import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostOffice, type PostOffice } from '../world/mail-server.ts';
import { goodPassword, askForCode, newEmail, runJobs, sealed } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

let office: PostOffice;
let world: World;
const logLines: string[] = [];
beforeAll(async () => {
  office = await openPostOffice();
  world = await createWorld({
    environment: {
      RATE_LIMIT_FACTOR: '1000',
      SMTP_URL: office.smtpUrl,
      MAIL_FROM: 'Lightstick <no-reply@vote.example.com>',
      PUBLIC_URL: 'https://vote.example.com',
    },
    onLogLine: (line) => logLines.push(line),
  });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await office[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.advance(60_000);
  office.arrived.splice(0);
  await world.ownerPool.query('DELETE FROM graphile_worker._private_jobs');
});

async function listQueued() {
  const { rows } = await world.ownerPool.query<{ attempts: number; last_error: string; waits: boolean }>(
    `SELECT attempts, last_error, run_at > created_at + interval '2 seconds' AS waits
      FROM graphile_worker._private_jobs`,
  );
  return rows;
}

/** Lets the pause after a failed attempt be over. */
const letRetryBeDue = () => world.ownerPool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');

describe('a mail by SMTP', () => {
  it('comes once, in HTML and plain text, from the address of the settings', async () => {
    const email = newEmail();
    await askForCode(world, email);
    await runJobs(world);
    await runJobs(world);
    expect(office.arrived).toHaveLength(1);
    const [mail] = office.arrived;
    expect(mail).toMatchObject({ from: 'no-reply@vote.example.com', to: [email] });
    expect(mail?.headers.get('from')).toBe('Lightstick <no-reply@vote.example.com>');
    expect(mail?.headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@vote\.example\.com>$/);
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    const code = mail?.headers.get('subject')?.slice(0, 6) ?? '';
    expect(code).toMatch(/^\d{6}$/);
    expect(mail?.bodies.get('text/plain')).toContain(`\n    ${code}\n`);
    expect(mail?.bodies.get('text/html')).toContain(`>${code}</td>`);
    expect(await listQueued()).toEqual([]);
  });

  it('comes in Traditional Chinese to a fan with that language', async () => {
    await askForCode(world, newEmail(), { language: 'zh_TW' });
    await runJobs(world);
    const [mail] = office.arrived;
    expect(mail?.headers.get('content-language')).toBe('zh-Hant-TW');
    expect(mail?.bodies.get('text/plain')).toContain('請輸入以下驗證碼完成註冊');
    expect(mail?.bodies.get('text/html')).toContain('這是你的驗證碼');
  });

  it('of every type comes in both languages, with a code in both its forms', async () => {
    const { token, email } = await world.given.fan();
    for (const language of ['en_US', 'zh_TW'] as const) {
      for (const type of [1, 2, 3, 4, 5]) {
        office.arrived.splice(0);
        world.clock.advance(60_000);
        const to = type === 1 || type === 3 ? newEmail() : email;
        await askForCode(world, to, { type, token, language });
        await runJobs(world);
        const [mail] = office.arrived;
        expect(office.arrived).toHaveLength(1);
        expect(mail?.to).toEqual([to]);
        expect(mail?.headers.get('content-language')).toBe(language === 'zh_TW' ? 'zh-Hant-TW' : 'en');
        const code = /^ {4}(\d{6})$/m.exec(mail?.bodies.get('text/plain') ?? '')?.[1] ?? 'no code';
        expect(mail?.bodies.get('text/html')).toContain(`>${code}</td>`);
      }
    }
  });

  it('that tells of a new password carries no code, and is tried for longer than one with a code', async () => {
    const { token, email } = await world.given.fan();
    await askForCode(world, email, { type: 4, token });
    await runJobs(world);
    const code = /^ {4}(\d{6})$/m.exec(office.arrived[0]?.bodies.get('text/plain') ?? '')?.[1] ?? '';
    office.arrived.splice(0);
    const newPassword = await sealed(world, goodPassword);
    await world.call('POST /wallet/api/v1/userExpand/updateAccountPassword', {
      body: { code, newPassword },
      headers: { token },
    });
    const { rows } = await world.ownerPool.query<{ max_attempts: number }>(
      'SELECT max_attempts FROM graphile_worker._private_jobs',
    );
    expect(rows).toEqual([{ max_attempts: 14 }]);
    office.refuseNext('message', 451);
    await runJobs(world);
    world.clock.advance(24 * 60 * 60_000);
    await letRetryBeDue();
    await runJobs(world);
    expect(office.arrived).toHaveLength(1);
    const [notice] = office.arrived;
    expect(notice?.to).toEqual([email]);
    expect(notice?.headers.get('subject')).toBe('Your Lightstick password was changed');
    expect(notice?.bodies.get('text/plain')).toContain('https://vote.example.com/forgot-password');
    expect(notice?.bodies.get('text/plain')).not.toMatch(/\b\d{6}\b/);
  });

  it('is tried again later when the server cannot take it now, as the same mail', async () => {
    await askForCode(world, newEmail());
    office.offered.splice(0);
    office.refuseNext('message', 451);
    await runJobs(world);
    expect(office.arrived).toEqual([]);
    expect(await listQueued()).toEqual([
      {
        attempts: 1,
        last_error: expect.stringContaining('EMESSAGE at DATA, which the server answered with 451') as string,
        waits: true,
      },
    ]);
    // The pause of three seconds must not end on a slow machine.
    await world.ownerPool.query(`UPDATE graphile_worker._private_jobs SET run_at = run_at + interval '1 hour'`);
    await runJobs(world);
    expect(office.arrived).toEqual([]);
    await letRetryBeDue();
    await runJobs(world);
    expect(office.arrived).toHaveLength(1);
    expect(office.offered).toHaveLength(2);
    expect(office.offered[1]).toBe(office.offered[0]);
    expect(await listQueued()).toEqual([]);
  });

  it('is tried again when the server is not to be reached', async () => {
    await using away = await openPostOffice();
    await using lonely = await createWorld({ environment: { SMTP_URL: away.smtpUrl } });
    await away[Symbol.asyncDispose]();
    await askForCode(lonely, newEmail());
    await runJobs(lonely);
    const { rows } = await lonely.ownerPool.query('SELECT attempts, max_attempts FROM graphile_worker._private_jobs');
    expect(rows).toEqual([{ attempts: 1, max_attempts: 7 }]);
  });

  it.each(['recipient', 'message'] as const)('is given up when the server refuses the %s for good', async (stage) => {
    await askForCode(world, newEmail());
    office.refuseNext(stage, 550);
    await runJobs(world);
    expect(office.arrived).toEqual([]);
    expect(await listQueued()).toEqual([]);
    expect(logLines.at(-1)).toContain('a mail was refused for good');
  });

  it('is not sent when its code has expired by then', async () => {
    await askForCode(world, newEmail());
    world.clock.advance(10 * 60_000 + 1);
    await runJobs(world);
    expect(office.arrived).toEqual([]);
    expect(await listQueued()).toEqual([]);
  });

  it('appears in the log with its address masked and without its code', async () => {
    logLines.splice(0);
    const email = newEmail();
    await askForCode(world, email);
    await runJobs(world);
    const code = office.arrived[0]?.headers.get('subject')?.slice(0, 6) ?? 'no code';
    const log = logLines.join('\n');
    expect(log).toContain('"to":"f…@example.com"');
    expect(log).not.toContain(email);
    // Other numbers and ids of the log may have these six digits in them by chance.
    expect(log).not.toMatch(new RegExp(`(?<![\\w.:-])${code}(?![\\w.:-])`));
  });

  it('leaves no inbox for development, which would stay empty', async () => {
    expect((await world.app.inject('/dev/inbox.json')).statusCode).toBe(404);
  });
});
