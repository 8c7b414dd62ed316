import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askForCode, mailsTo, newEmail, runJobs } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(60_000));

async function givenMail() {
  const email = newEmail();
  await askForCode(world, email);
  const [mail] = await mailsTo(world, email);
  if (!mail) throw new Error('The mail has not arrived');
  return { email, ...mail };
}

describe('the development inbox', () => {
  it('lists the newest mails first, also of one address', async () => {
    const first = await givenMail();
    world.clock.advance(60_000);
    const second = await givenMail();
    const all = (await world.app.inject('/dev/inbox')).body;
    expect(all.indexOf(second.email)).toBeGreaterThan(0);
    expect(all.indexOf(first.email)).toBeGreaterThan(all.indexOf(second.email));
    const one = (await world.app.inject(`/dev/inbox?to=${first.email.toUpperCase()}`)).body;
    expect(one).toContain(first.subject);
    expect(one).not.toContain(second.email);
  });

  it('gives tests the same as JSON', async () => {
    const { email, id, subject } = await givenMail();
    const { mails } = (await world.app.inject(`/dev/inbox.json?to=${email}`)).json<{
      mails: Record<string, unknown>[];
    }>();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ id, to: email, subject, sentAt: world.clock.now().toISOString() });
    expect(mails[0]?.['text']).toContain(subject.slice(0, 6));
  });

  it('shows a mail in a frame in which nothing runs and nothing is loaded', async () => {
    const { id, subject } = await givenMail();
    const page = await world.app.inject(`/dev/inbox/mail?id=${id}`);
    expect(page.body).toContain(`<h1>${subject}</h1>`);
    expect(page.body).toContain(`<iframe src="/dev/inbox/body?id=${id}"`);
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
    const body = await world.app.inject(`/dev/inbox/body?id=${id}`);
    expect(body.headers['content-security-policy']).toMatch(/^default-src 'none'; .*; sandbox /);
    expect(body.body).not.toMatch(/<script|<img|src=|url\(/i);
  });

  it('says so in the language of the reader when it is empty', async () => {
    const empty = await world.app.inject({
      url: '/dev/inbox?to=nobody@example.com',
      headers: { 'accept-language': 'zh-TW' },
    });
    expect(empty.body).toContain('還沒有信件');
    const missing = await world.app.inject('/dev/inbox/mail?id=6c84fb90-12c4-11e1-840d-7b25c5ee775a');
    expect(missing.statusCode).toBe(404);
    expect((await world.app.inject('/dev/inbox/mail?id=nonsense')).statusCode).toBe(404);
  });

  it('shows what fans wrote as text and not as HTML', async () => {
    const { rows } = await world.ownerPool.query<{ id: string }>(
      `INSERT INTO development_mail VALUES (gen_random_uuid(), '"<b>"@example.com', '<script>1</script>', '<i>', '',
        now()) RETURNING id`,
    );
    for (const url of ['/dev/inbox', `/dev/inbox/mail?id=${rows[0]?.id}`]) {
      expect((await world.app.inject(url)).body).not.toMatch(/<script>|<b>|<i>/);
    }
  });

  it('keeps a mail once, even if it is delivered often', async () => {
    const email = newEmail();
    await askForCode(world, email);
    const copy = await world.ownerPool.query<{ payload: string }>(
      'SELECT payload::text FROM graphile_worker._private_jobs',
    );
    await runJobs(world);
    await world.ownerPool.query(`SELECT graphile_worker.add_job('send-mail', $1::json)`, [copy.rows[0]?.payload]);
    expect(await mailsTo(world, email)).toHaveLength(1);
  });

  it('keeps the newest thousand', async () => {
    const { id } = await givenMail();
    await world.ownerPool.query(
      `INSERT INTO development_mail SELECT gen_random_uuid(), 'old@example.com', 'old', '', '',
        '2020-01-01'::timestamptz + n * interval '1 s'
         FROM generate_series(1, 1500) n`,
    );
    await world.ownerPool.query(`SELECT graphile_worker.add_job('sweep-development-inbox')`);
    await runJobs(world);
    const left = await world.db.selectFrom('development_mail').select('id').execute();
    expect(left).toHaveLength(1000);
    expect(left.map((mail) => mail.id)).toContain(id);
  });

  it('does not exist in production', async () => {
    await using production = await createWorld({
      environment: {
        NODE_ENV: 'production',
        SMTP_URL: 'smtp://mail.example.com',
        PUBLIC_URL: 'https://vote.example.com',
        SERVER_SECRET: 'a secret of production with 32 characters',
      },
    });
    for (const url of ['/dev/inbox', '/dev/inbox.json', '/dev/inbox/mail', '/dev/inbox/body', '/dev/inbox.css']) {
      expect((await production.app.inject(url)).statusCode).toBe(404);
    }
  });
});
