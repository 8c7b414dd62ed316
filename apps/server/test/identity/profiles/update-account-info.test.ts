import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { goodPassword, newEmail, receivedCode, sealed, signUp } from '../../world/sign-up.ts';
import { createWorld, type World } from '../../world/world.ts';

const update = 'POST /wallet/api/v1/userExpand/updateAccountInfo';
const getUserInfo = 'POST /wallet/api/v1/userExpand/getUserInfo';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world[Symbol.asyncDispose]());

const infoOf = async (fan: TestFan) => (await world.call(getUserInfo, { fan, body: {} })).data;

describe('changing what a fan says of themselves', () => {
  it('changes what was sent and nothing else', async () => {
    const fan = await world.given.fan();
    const before = await infoOf(fan);
    const named = await world.call(update, { fan, body: { nickname: 'Hana' } });
    expect(named.data).toEqual({ ...before, nickname: 'Hana' });
    const told = await world.call(update, { fan, body: { bio: '在台北追星', languageType: 'zh_TW' } });
    expect(told.data).toEqual({ ...before, nickname: 'Hana', bio: '在台北追星', languageType: 'zh_TW' });
    const emptied = await world.call(update, { fan, body: { accountId: fan.accountId, bio: '' } });
    expect(emptied.data).toEqual({ ...told.data, bio: '' });
    const quiet = await world.call(update, { fan, body: { remindByMail: false } });
    expect(quiet.data).toEqual({ ...emptied.data, remindByMail: false });
    expect(await infoOf(fan)).toEqual(quiet.data);
    expect((await world.call(update, { fan, body: {} })).data).toEqual(quiet.data);
  });

  it.each([
    ['  Mina \t Park ', 'Mina Park'],
    ['王　小明', '王 小明'],
    ['Zoe\u0308', 'Zoë'],
    ['👩‍🎤 Mina ❤️', '👩‍🎤 Mina ❤️'],
    ['🎤'.repeat(24), '🎤'.repeat(24)],
  ])('shows the name %j as %j', async (nickname, shown) => {
    const fan = await world.given.fan();
    expect((await world.call(update, { fan, body: { nickname } })).data).toMatchObject({ nickname: shown });
  });

  it('keeps the lines of a bio', async () => {
    const fan = await world.given.fan();
    const bio = ` Team Grove\r\nsince 2019\n\n\n\n${'好'.repeat(100)} `;
    expect((await world.call(update, { fan, body: { bio } })).data.bio).toBe(
      `Team Grove\nsince 2019\n\n${'好'.repeat(100)}`,
    );
  });

  const hidden = 'must be text without hidden or stacked characters.';
  const hiddenInChinese = '必須是不含隱藏或堆疊字元的文字。';
  it.each([
    [{ nickname: '' }, 'nickname: must be text of 1 to 24 characters.', 'nickname：必須是 1 到 24 個字元的文字。'],
    [{ nickname: '  ' }, 'nickname: must be text of 1 to 24 characters.', 'nickname：必須是 1 到 24 個字元的文字。'],
    [
      { nickname: '\uFE0F' },
      'nickname: must be text of 1 to 24 characters.',
      'nickname：必須是 1 到 24 個字元的文字。',
    ],
    [
      { nickname: '名'.repeat(25) },
      'nickname: must be text of 1 to 24 characters.',
      'nickname：必須是 1 到 24 個字元的文字。',
    ],
    [{ nickname: 'Mi\u0000na' }, `nickname: ${hidden}`, `nickname：${hiddenInChinese}`],
    [{ nickname: 'Mi\u200Bna' }, `nickname: ${hidden}`, `nickname：${hiddenInChinese}`],
    [{ nickname: 'Mi\u200Dna' }, `nickname: ${hidden}`, `nickname：${hiddenInChinese}`],
    [{ nickname: '\u202Eanim' }, `nickname: ${hidden}`, `nickname：${hiddenInChinese}`],
    [{ nickname: '\u3164' }, `nickname: ${hidden}`, `nickname：${hiddenInChinese}`],
    [{ nickname: `z${'\u0301'.repeat(12)}` }, `nickname: ${hidden}`, `nickname：${hiddenInChinese}`],
    [{ nickname: 7 }, 'nickname: must be text.', 'nickname：必須是文字。'],
    [{ bio: '好'.repeat(201) }, 'bio: must be text of at most 200 characters.', 'bio：必須是最多 200 個字元的文字。'],
    [{ bio: 'left\u202Eright' }, `bio: ${hidden}`, `bio：${hiddenInChinese}`],
    [{ languageType: 'de_DE' }, 'languageType: must be en_US or zh_TW.', 'languageType：必須是 en_US 或 zh_TW。'],
  ])('refuses %j in both languages', async (body, english, chinese) => {
    const fan = await world.given.fan();
    const ask = (language: 'en_US' | 'zh_TW') =>
      changesNothing(world, () => world.call(update, { fan, body: body as object, language }));
    expect(await ask('en_US')).toMatchObject({ status: 422, message: english });
    expect(await ask('zh_TW')).toMatchObject({ status: 422, message: chinese });
  });

  it('keeps the platform’s own name and offices for the platform, at sign-up too', async () => {
    const fan = await world.given.fan();
    for (const nickname of ['Lightstick', 'L1ghtst1ck Official', '客服']) {
      const body = { nickname, bio: 'not kept either' };
      expect((await changesNothing(world, () => world.call(update, { fan, body }))).refusal).toBe('NICKNAME_RESERVED');
    }
    const email = newEmail();
    const code = await receivedCode(world, email);
    const password = await sealed(world, goodPassword);
    const register = (nickname: string) =>
      world.call('POST /wallet/api/v1/user/register', { body: { email, code, password, nickname } });
    expect((await changesNothing(world, () => register('Lightstick Support'))).refusal).toBe('NICKNAME_RESERVED');
    expect((await register('Lightstick lover')).data.userInfo.nickname).toBe('Lightstick lover');
  });

  it('cannot reach fields that a fan may not change', async () => {
    const fan = await signUp(world);
    const attempt = {
      bio: 'me',
      email: 'thief@example.com',
      kind: 'web3',
      fanCode: 'AAAAAAAA',
      fan_code: 'AAAAAAAA',
      avatarUrl: '/avatars/of-somebody-else.webp',
      avatar_file: 'of-somebody-else-entirely.webp',
      password_hash: 'known',
      invited_by: 1,
      simulated: true,
      points: 1_000_000,
      createdAt: '2001-01-01T00:00:00.000Z',
    };
    const row = () =>
      world.db.selectFrom('fan').selectAll().where('account_id', '=', fan.userInfo.accountId).executeTakeFirstOrThrow();
    const before = await row();
    await world.call(update, { body: attempt, headers: { token: fan.token } });
    expect(await row()).toEqual({ ...before, bio: 'me' });
  });

  it('needs a session, and is about oneself', async () => {
    const [fan, other] = [await world.given.fan(), await world.given.fan()];
    const body = { nickname: 'Hana' };
    expect((await changesNothing(world, () => world.call(update, { body }))).status).toBe(401);
    const foreign = { ...body, accountId: other.accountId };
    expect((await changesNothing(world, () => world.call(update, { fan, body: foreign }))).status).toBe(403);
  });

  it('many times at once leaves one of the profiles, whole', async () => {
    const fan = await world.given.fan();
    const options = Array.from({ length: 40 }, (_, n) => ({ nickname: `Mina ${n}`, bio: `I am number ${n}` }));
    await Promise.all(options.map((body) => world.call(update, { fan, body })));
    const { nickname, bio } = await infoOf(fan);
    expect(options).toContainEqual({ nickname, bio });
  });
});

describe('the database', () => {
  it.each(['', 'a'.repeat(385), ' Mina', 'Mi\nna', 'Mi\u200Bna', 'Mina\u202E', 'Zoe\u0308'])(
    'has no room for the name %j',
    async (nickname) => {
      const fan = await world.given.fan();
      const write = world.db.updateTable('fan').set({ nickname }).where('id', '=', fan.id).execute();
      await expect(write).rejects.toThrow('violates check constraint');
    },
  );

  it.each(['好'.repeat(3201), 'left\u2066right', 'a\u0007bell'])('has no room for the bio %j', async (bio) => {
    const fan = await world.given.fan();
    const write = world.db.updateTable('fan').set({ bio }).where('id', '=', fan.id).execute();
    await expect(write).rejects.toThrow('violates check constraint');
  });
});
