import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { parseSettings } from '#/config/settings.ts';
import { goodPassword, newEmail, receivedCode, registerFan, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const register = 'POST /wallet/api/v1/user/register';
const checkCode = 'POST /wallet/api/v1/user/checkRegisterCode';
const getUserInfo = 'POST /wallet/api/v1/userExpand/getUserInfo';
const minuteMs = 60_000;

let world: World;
beforeAll(async () => {
  const { passwordCost } = parseSettings({ NODE_ENV: 'test' }, process.cwd());
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' }, settings: { passwordCost } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.clock.advance(10 * minuteMs));

type Options = { readonly password?: string; readonly nickname?: string; readonly inviteCode?: string };

async function tryTo(email: string, code: string, { password = goodPassword, ...rest }: Options = {}) {
  return world.call(register, { body: { email, code, password: await sealed(world, password), ...rest } });
}

async function accountsOf(email: string) {
  const fans = await world.db.selectFrom('fan').selectAll().where('email', '=', email).execute();
  const code = await world.db.selectFrom('mailed_code').selectAll().where('email', '=', email).executeTakeFirst();
  return { fans, guesses: code && code.guesses + code.guesses_of_others, usedAt: code?.used_at };
}

const anotherCode = (code: string, step = 1) => ((Number(code) + step) % 1_000_000).toString().padStart(6, '0');

describe('registering', () => {
  it('needs no password; the account then has none', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const { data } = await world.call(register, { body: { email, code, nickname: '星光粉 27' } });
    expect(data.userInfo).toMatchObject({ email, hasPassword: false, nickname: '星光粉 27' });
    const wrong = await world.call('POST /wallet/api/v1/user/login', {
      body: { email, password: await sealed(world, '') },
    });
    expect(wrong.refusal).toBe('WRONG_CREDENTIALS');
  });

  it('may check its code first, which stays good', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const check = (typed: string) => world.call(checkCode, { body: { email, code: typed } });
    const wrong = await changesNothing(world, () => check(anotherCode(code)), { except: ['mailed_code'] });
    expect(wrong.refusal).toBe('CODE_INVALID');
    expect((await changesNothing(world, () => check(code))).refusal).toBeUndefined();
    expect((await tryTo(email, code)).refusal).toBeUndefined();
    expect((await changesNothing(world, () => check(code))).refusal).toBe('EMAIL_TAKEN');
  });

  it('leaves no account by email without an address', async () => {
    const { userInfo } = await signUp(world);
    const emptied = world.db
      .updateTable('fan')
      .set({ email: null, password_hash: null })
      .where('fan_code', '=', userInfo.fanCode)
      .execute();
    await expect(emptied).rejects.toThrow('fan_has_a_way_in');
  });

  it('opens an account and signs in', async () => {
    const fan = await registerFan(world);
    expect(fan.userInfo).toMatchObject({ email: fan.email, accountKind: 'web2', bio: '', languageType: 'en_US' });
    expect(fan.userInfo.nickname).toMatch(/^Fan [A-Z2-9]{4}$/);
    expect(fan.userInfo.fanCode).toMatch(/^[A-Z2-9]{8}$/);
    expect(fan.userInfo.avatarUrl).toMatch(/^\/art\/v1\/avatars\/.+\.svg$/);
    expect(fan.userInfo.createdAt).toBe(world.clock.now().toISOString());
    const asked = await world.call(getUserInfo, { body: {}, headers: { token: fan.token } });
    expect(asked.data).toEqual(fan.userInfo);
  });

  it('takes the name and the language that the fan has', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const password = await sealed(world, goodPassword);
    const named = await world.call(register, {
      body: { email, code, password, nickname: ' 小  星 ' },
      language: 'zh_TW',
    });
    expect(named.data.userInfo).toMatchObject({ nickname: '小 星', languageType: 'zh_TW' });
  });

  it.each([
    ['13 emoji', '🎤'.repeat(13), '🎤'.repeat(13)],
    ['24 letters that are one each only when composed', 'e\u0301'.repeat(24), 'é'.repeat(24)],
    ['24 letters that are two code points each when composed', '\u0958'.repeat(24), '\u0915\u093C'.repeat(24)],
    ['24 families', '👨‍👩‍👧‍👦'.repeat(24), '👨‍👩‍👧‍👦'.repeat(24)],
    ['Persian letters that do not join', 'علی\u200Cرضا', 'علی\u200Cرضا'],
    ['Sinhala letters that join', 'ශ්\u200Dරී', 'ශ්\u200Dරී'],
  ])('takes a name of %s', async (_, nickname, shown) => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const password = await sealed(world, goodPassword);
    const { data } = await world.call(register, { body: { email, code, password, nickname } });
    expect(data.userInfo.nickname).toBe(shown);
  });

  it.each([
    ['of 25 emoji', '🎤'.repeat(25), 'nickname: must be text of 1 to 24 characters.'],
    ['of spaces', '   ', 'nickname: must be text of 1 to 24 characters.'],
    ['that turns the writing around', 'Mina\u202E', 'nickname: must be text without hidden or stacked characters.'],
  ])('refuses a name %s, as a profile does', async (_, nickname, message) => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const password = await sealed(world, goodPassword);
    const reply = await changesNothing(world, () =>
      world.call(register, { body: { email, code, password, nickname }, language: 'en_US' }),
    );
    expect([reply.status, reply.message]).toEqual([422, message]);
  });

  it('keeps the address in lower case', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const { data } = await tryTo(email.toUpperCase(), code);
    expect(data.userInfo.email).toBe(email);
  });

  it('stores the password by argon2id with 19 MiB and two passes, and tokens by their hash', async () => {
    const fan = await registerFan(world);
    const { fans } = await accountsOf(fan.email);
    expect(fans[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { rows } = await world.ownerPool.query<{ found: boolean }>(
      `SELECT bool_or(row_to_json(s)::text LIKE '%' || $1 || '%' OR row_to_json(s)::text LIKE '%' || $2 || '%'
                      OR s.token_hash = convert_to($1, 'UTF8') OR s.token_hash = convert_to($2, 'UTF8')) AS found
         FROM session s WHERE fan_id = $3`,
      [fan.token, fan.passportToken, fans[0]?.id],
    );
    expect(rows).toEqual([{ found: false }]);
    expect(fan.token).toMatch(/^[\w-]{43}$/);
  });

  it('remembers who invited the newcomer', async () => {
    const inviter = await registerFan(world);
    const email = newEmail();
    await tryTo(email, await receivedCode(world, email), { inviteCode: inviter.userInfo.fanCode.toLowerCase() });
    const [invited, host] = [await accountsOf(email), await accountsOf(inviter.email)];
    expect(invited.fans[0]?.invited_by).toBe(host.fans[0]?.id);
  });
});

describe('a registration that is refused changes nothing', () => {
  it('with an unknown invite code, and then succeeds without it', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const before = await accountsOf(email);
    expect((await tryTo(email, code, { inviteCode: 'NOBODY22' })).refusal).toBe('INVITE_CODE_UNKNOWN');
    expect(await accountsOf(email)).toEqual(before);
    expect((await tryTo(email, code, { inviteCode: ' ' })).refusal).toBeUndefined();
  });

  it.each([
    'short 1',
    'lettersonly',
    '12345678901',
    'Password2026!',
    'p@ssw0rd',
    'qwerty123456',
    `a 1${'b'.repeat(62)}`,
  ])('with the weak password %s', async (password) => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const before = await accountsOf(email);
    expect((await tryTo(email, code, { password })).refusal).toBe('WEAK_PASSWORD');
    expect(await accountsOf(email)).toEqual(before);
  });

  it('with the email or its local part as password', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    for (const password of [email, email.toUpperCase(), email.split('@', 1)[0] ?? '']) {
      expect((await tryTo(email, code, { password })).refusal).toBe('WEAK_PASSWORD');
    }
  });

  it('with a password that was sent before', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const password = await sealed(world, goodPassword);
    await world.call(register, { body: { email, code: anotherCode(code), password } });
    const before = await accountsOf(email);
    expect((await world.call(register, { body: { email, code, password } })).refusal).toBe('SECRET_UNREADABLE');
    expect(await accountsOf(email)).toEqual(before);
  });

  it('for an address that asked for no code', async () => {
    const email = newEmail();
    expect((await tryTo(email, '123456')).refusal).toBe('CODE_INVALID');
    expect(await accountsOf(email)).toEqual({ fans: [], guesses: undefined, usedAt: undefined });
  });

  it('with the code of another address', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await receivedCode(world, email);
    expect((await tryTo(email, await receivedCode(world, other))).refusal).toBe('CODE_INVALID');
    expect((await accountsOf(email)).fans).toEqual([]);
  });

  it('with an address that has an account, which only the code reveals', async () => {
    const email = newEmail();
    const device = randomUUID();
    const code = await receivedCode(world, email, { device });
    await tryTo(email, code);
    const before = await accountsOf(email);
    expect((await tryTo(email, code)).refusal).toBe('EMAIL_TAKEN');
    expect(await accountsOf(email)).toEqual(before);
    expect((await tryTo(email, anotherCode(code))).refusal).toBe('CODE_INVALID');
    world.clock.advance(minuteMs);
    await expect(receivedCode(world, email, { device })).rejects.toThrow('no code');
    expect((await tryTo(email, code)).refusal).toBe('CODE_INVALID');
  });
});

describe('a code', () => {
  it('is good for ten minutes', async () => {
    const [email, late] = [newEmail(), newEmail()];
    const codes = [await receivedCode(world, email), await receivedCode(world, late)] as const;
    world.clock.advance(10 * minuteMs - 1);
    expect((await tryTo(email, codes[0])).refusal).toBeUndefined();
    world.clock.advance(1);
    expect((await tryTo(late, codes[1])).refusal).toBe('CODE_INVALID');
  });

  it('opens no second account when the first has moved to another address', async () => {
    const other = newEmail();
    const code = await receivedCode(world, other);
    await tryTo(other, code);
    await world.db.updateTable('fan').set({ email: newEmail() }).where('email', '=', other).execute();
    expect((await tryTo(other, code)).refusal).toBe('CODE_INVALID');
    expect((await accountsOf(other)).fans).toEqual([]);
  });

  it('is replaced by the next that its device asks for', async () => {
    const email = newEmail();
    const device = randomUUID();
    const first = await receivedCode(world, email, { device });
    world.clock.advance(minuteMs);
    const second = await receivedCode(world, email, { device });
    // One time in a million both are the same, and then the first is good because it is the second.
    expect((await tryTo(email, first)).refusal).toBe(first === second ? undefined : 'CODE_INVALID');
  });

  it('may be guessed wrong five times; then the right one is refused too, until there is a new code', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    for (let guess = 1; guess <= 5; guess += 1) {
      expect((await tryTo(email, anotherCode(code, guess))).refusal).toBe('CODE_INVALID');
    }
    expect((await tryTo(email, code)).refusal).toBe('CODE_EXHAUSTED');
    expect((await accountsOf(email)).fans).toEqual([]);
    world.clock.advance(minuteMs);
    expect((await tryTo(email, await receivedCode(world, email))).refusal).toBeUndefined();
  });

  it('counts at most five of 40 wrong guesses at once', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => tryTo(email, anotherCode(code, n + 1))));
    expect(replies.filter((reply) => reply.refusal === 'CODE_INVALID')).toHaveLength(5);
    expect(replies.filter((reply) => reply.refusal === 'CODE_EXHAUSTED')).toHaveLength(35);
    expect((await accountsOf(email)).guesses).toBe(5);
  });

  it('opens one account for 40 who use it at once', async () => {
    const email = newEmail();
    const code = await receivedCode(world, email);
    const replies = await Promise.all(Array.from({ length: 40 }, () => tryTo(email, code)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(replies.filter((reply) => reply.refusal === 'EMAIL_TAKEN')).toHaveLength(39);
    const { fans } = await accountsOf(email);
    expect(fans).toHaveLength(1);
    const sessions = await world.db
      .selectFrom('session')
      .select('kind')
      .where('fan_id', '=', fans[0]?.id ?? 0)
      .execute();
    expect(sessions.map((session) => session.kind).toSorted()).toEqual(['passport', 'token']);
  });
});
