import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServerKeys } from '#/config/server-keys.ts';
import { askForCode, humanToken, mailsTo, newEmail, runJobs, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const sendEmail = 'GET /wallet/api/v1/user/sendEmail';
const minuteMs = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(10 * minuteMs));

type Asking = { readonly token?: string; readonly deviceId?: string; readonly network?: string };

async function ask(email: string, { token, deviceId, network }: Asking = {}) {
  return world.call(sendEmail, {
    query: { email, googleRecaptchaToken: token ?? (await humanToken(world)) },
    headers: {
      ...(deviceId === undefined ? {} : { 'x-deviceid': deviceId }),
      ...(network === undefined ? {} : { 'x-forwarded-for': network }),
    },
  });
}

async function everythingKept() {
  const { db, ownerPool } = world;
  const [codes, days, uses, jobs] = await Promise.all([
    db.selectFrom('mailed_code').selectAll().orderBy('email').execute(),
    db.selectFrom('mail_code_day').selectAll().orderBy('email_hash').execute(),
    db.selectFrom('human_check_use').selectAll().orderBy('proof_hash').execute(),
    ownerPool.query<{ payload: unknown }>('SELECT id, payload FROM graphile_worker._private_jobs ORDER BY id'),
  ]);
  return { codes, days, uses, jobs: jobs.rows };
}

describe('asking for a code', () => {
  it('sends six digits that are good for ten minutes', async () => {
    const email = newEmail();
    const { data } = await askForCode(world, email);
    expect(data).toEqual({ resendAfterSeconds: 60, expiresInSeconds: 600 });
    const mails = await mailsTo(world, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^\d{6} is your Lightstick code$/);
    expect(mails[0]?.text_body).toContain('It expires in 10 minutes.');
  });

  it('is answered in the language of the caller', async () => {
    const email = newEmail();
    await askForCode(world, email, { language: 'zh_TW' });
    const [mail] = await mailsTo(world, email);
    expect(mail?.subject).toMatch(/^Lightstick 驗證碼：\d{6}$/);
    expect(mail?.html_body).toContain('<html lang="zh-Hant-TW">');
  });

  it('sends nothing before its transaction is over, and the mail once even if jobs run often', async () => {
    const email = newEmail();
    await askForCode(world, email);
    await runJobs(world);
    await runJobs(world);
    expect(await mailsTo(world, email)).toHaveLength(1);
  });

  it('keeps the code in the clear neither in its table nor in the queue', async () => {
    const email = newEmail();
    await askForCode(world, email);
    const { codes, jobs } = await everythingKept();
    const [mail] = await mailsTo(world, email);
    const code = mail?.subject.slice(0, 6) ?? '';
    const stored = codes.find((row) => row.email === email);
    const keys = createServerKeys(world.services.settings.serverSecret);
    expect(stored?.code_hash).toEqual(keys.keyedHash('mail-code', `register ${email} ${code}`));
    expect(jobs).toHaveLength(1);
    expect(JSON.stringify(jobs)).not.toContain(code);
    expect(JSON.stringify(jobs)).not.toContain(email);
  });

  it('treats an address the same in any case', async () => {
    const email = newEmail();
    await askForCode(world, email);
    expect((await askForCode(world, email.toUpperCase())).refusal).toBe('CODE_TOO_SOON');
  });

  it('tells an address with an account so by mail only', async () => {
    const { email } = await signUp(world);
    world.clock.advance(minuteMs);
    const stranger = await askForCode(world, newEmail());
    const known = await askForCode(world, email);
    expect(known.data).toEqual(stranger.data);
    const [mail] = await mailsTo(world, email);
    expect(mail?.subject).toBe('You already have a Lightstick account');
    expect(mail?.text_body).not.toMatch(/\d{6}/);
  });
});

describe('asking too soon', () => {
  it('is refused for a minute by address and network, and changes nothing', async () => {
    const email = newEmail();
    await ask(email, { deviceId: 'one' });
    world.clock.advance(18_500);
    const before = await everythingKept();
    const again = await ask(email, { deviceId: 'two' });
    expect(again.refusal).toBe('CODE_TOO_SOON');
    expect(again.message).toBe('We just sent a code. You can get another in 42 seconds.');
    expect(await everythingKept()).toEqual(before);
    expect((await ask(email, { deviceId: 'two', network: '10.9.2.1' })).refusal, 'another network').toBeUndefined();
    world.clock.advance(41_500);
    expect((await ask(email, { deviceId: 'three' })).refusal).toBeUndefined();
  });

  it('is refused for a minute by device', async () => {
    await ask(newEmail(), { deviceId: 'three' });
    expect((await ask(newEmail(), { deviceId: 'three' })).refusal).toBe('CODE_TOO_SOON');
    expect((await ask(newEmail(), { deviceId: 'four' })).refusal).toBeUndefined();
    world.clock.advance(minuteMs);
    expect((await ask(newEmail(), { deviceId: 'three' })).refusal).toBeUndefined();
  });

  it('counts a device that is not named as a new one', async () => {
    await ask(newEmail());
    expect((await ask(newEmail())).refusal).toBeUndefined();
  });

  it('lets one of 40 at once through, by address and by device', async () => {
    const email = newEmail();
    const token = () => humanToken(world);
    const sameAddress = await Promise.all(
      Array.from({ length: 40 }, async () => ask(email, { token: await token(), deviceId: randomUUID() })),
    );
    expect(sameAddress.filter((reply) => reply.code === 0)).toHaveLength(1);
    const deviceId = randomUUID();
    const sameDevice = await Promise.all(
      Array.from({ length: 40 }, async () => ask(newEmail(), { token: await token(), deviceId })),
    );
    expect(sameDevice.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(await mailsTo(world, email)).toHaveLength(1);
  });
});

/**
 * Asks from three networks until the share of strangers is used up: twenty mails beside the first two of each network. Each
 * device is new, and the purposes take turns.
 */
async function useUp(email: string): Promise<void> {
  for (let n = 0; n < 26; n += 1) {
    const network = `10.9.0.${n % 3}`;
    expect((await askForCode(world, email, { type: 1 + (n % 2), network })).refusal).toBeUndefined();
    world.clock.advance(minuteMs);
  }
}

/** Counts the mails of a counter, by the text of its hash. */
function counterOf(text: string) {
  return createServerKeys(world.services.settings.serverSecret).keyedHash('mail-code', text);
}

async function setCounter(text: string, sent: number) {
  return world.db
    .updateTable('mail_code_day')
    .set({ sent })
    .where('email_hash', '=', counterOf(text))
    .executeTakeFirst();
}

async function signUpLongAgo() {
  const fan = await signUp(world);
  world.clock.advance(24 * 60 * minuteMs);
  return fan;
}

describe('asking too often', () => {
  it.each([
    ['without an account', () => Promise.resolve(newEmail())],
    ['of an account', async () => (await signUpLongAgo()).email],
  ])(
    'is refused for an address %s once strangers have had twenty mails, for the rest of the day',
    async (_, address) => {
      const email = await address();
      await useUp(email);
      const token = await humanToken(world);
      const before = await everythingKept();
      const reply = await ask(email, { token, network: '10.9.0.2' });
      expect([reply.refusal, reply.message]).toEqual([
        'CODES_USED_UP',
        'This email has had all its codes for today. Try again in 24 hours.',
      ]);
      expect(await everythingKept()).toEqual(before);
      expect((await ask(newEmail(), { token })).refusal).toBeUndefined();
      world.clock.advance((24 * 60 - 20) * minuteMs);
      expect((await ask(email, { network: '10.9.0.2' })).refusal).toBeUndefined();
    },
  );

  it('is refused to a network after ten mails to an address, while another network may still ask', async () => {
    const email = newEmail();
    for (let n = 0; n < 10; n += 1) {
      expect((await askForCode(world, email, { network: '10.9.1.1' })).refusal).toBeUndefined();
      world.clock.advance(minuteMs);
    }
    const before = await everythingKept();
    expect((await ask(email, { network: '10.9.1.1' })).refusal).toBe('CODES_USED_UP');
    expect(await everythingKept()).toEqual(before);
    expect((await askForCode(world, email, { network: '10.9.1.2' })).refusal).toBeUndefined();
  });

  it('lets exactly the last mail of the day through, of forty at once', async () => {
    const email = newEmail();
    await useUp(email);
    await setCounter(email, 19);
    const networks = Array.from({ length: 40 }, (_, n) => `10.9.3.${n}`);
    // Two mails of each network, so that the third is counted.
    for (let n = 0; n < 2; n += 1) {
      for (const network of networks) {
        await setCounter(`strangers ${email}`, 1);
        expect((await askForCode(world, email, { network })).refusal).toBeUndefined();
      }
      world.clock.advance(minuteMs);
    }
    const replies = await Promise.all(networks.map((network) => askForCode(world, email, { network })));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    await expect(setCounter(email, 21)).rejects.toThrow('violates check constraint');
  });

  it('gives each further network two codes, in the networks of an IPv6 site together', async () => {
    const email = newEmail();
    await useUp(email);
    for (const [network, refusal] of [
      ['10.9.4.1', undefined],
      ['10.9.4.1', undefined],
      ['10.9.4.1', 'CODES_USED_UP'],
      ['2001:db8:7:1::1', undefined],
      ['2001:db8:7:2::1', undefined],
      ['2001:db8:7:3::1', 'CODES_USED_UP'],
      ['2001:db8:8::1', undefined],
    ] as const) {
      expect([network, (await askForCode(world, email, { network })).refusal]).toEqual([network, refusal]);
      world.clock.advance(minuteMs);
    }
  });

  it('is refused to every network after a hundred mails that strangers asked for, of forty at once too', async () => {
    const email = newEmail();
    expect((await askForCode(world, email, { network: '10.9.5.1' })).refusal).toBeUndefined();
    await setCounter(`strangers ${email}`, 99);
    const networks = Array.from({ length: 40 }, (_, n) => `10.9.6.${n}`);
    const replies = await Promise.all(networks.map((network) => askForCode(world, email, { network })));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(replies.map(({ refusal }) => refusal))).toEqual(new Set([undefined, 'CODES_USED_UP']));
    const before = await everythingKept();
    expect((await ask(email, { network: '10.9.5.2' })).refusal).toBe('CODES_USED_UP');
    expect(await everythingKept()).toEqual(before);
    await expect(setCounter(`strangers ${email}`, 101)).rejects.toThrow('violates check constraint');
  });
});

describe('the human check before a code', () => {
  it('refuses an invalid proof, and changes nothing', async () => {
    const before = await everythingKept();
    expect((await ask(newEmail(), { token: 'nonsense' })).refusal).toBe('HUMAN_CHECK_FAILED');
    expect(await everythingKept()).toEqual(before);
  });

  it('counts once', async () => {
    const token = await humanToken(world);
    expect((await ask(newEmail(), { token, deviceId: 'five' })).refusal).toBeUndefined();
    const before = await everythingKept();
    expect((await ask(newEmail(), { token, deviceId: 'six' })).refusal).toBe('HUMAN_CHECK_FAILED');
    expect(await everythingKept()).toEqual(before);
  });

  it('counts once in all spellings of the token', async () => {
    const token = await humanToken(world);
    const respelt = JSON.parse(Buffer.from(token, 'base64').toString()) as { solution: { time: number } };
    respelt.solution.time = 12_345;
    const other = Buffer.from(` ${JSON.stringify(respelt)}`).toString('base64');
    expect((await ask(newEmail(), { token, deviceId: 'seven' })).refusal).toBeUndefined();
    expect((await ask(newEmail(), { token: other, deviceId: 'eight' })).refusal).toBe('HUMAN_CHECK_FAILED');
  });

  it('is not used up by a refusal', async () => {
    const token = await humanToken(world);
    const deviceId = randomUUID();
    await ask(newEmail(), { deviceId });
    const email = newEmail();
    expect((await ask(email, { token, deviceId })).refusal).toBe('CODE_TOO_SOON');
    world.clock.advance(minuteMs);
    expect((await ask(email, { token, deviceId })).refusal).toBeUndefined();
  });
});
