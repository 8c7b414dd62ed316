import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { runJobs } from '../../world/sign-up.ts';
import {
  comeBack,
  createSocialWorld,
  link,
  type Provider,
  requestLink,
  unlink,
  walk,
} from '../../world/social-walk.ts';
import type { World } from '../../world/world.ts';

const getMediaInfo = 'POST /task/api/v1/task/getMediaInfo';
const dayMs = 24 * 60 * 60_000;
const minuteMs = 60_000;
const providers = ['twitter', 'discord'] as const;
const nameOf = { twitter: 'twitterName', discord: 'discordName' } as const;
const tokenOf = { twitter: 'twitterToken', discord: 'discordToken' } as const;
const nothing = {
  discordName: null,
  twitterName: null,
  twitterToken: null,
  discordToken: null,
  userReceiveTaskStatus: true,
};

let world: World;
let fan: TestFan;
let names = 0;
beforeAll(async () => {
  world = await createSocialWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(new Date());
  fan = await world.given.fan();
});

function newName(): string {
  names += 1;
  return `mina_${names}`;
}

async function mediaInfo(of: TestFan = fan) {
  const { data } = await world.call(getMediaInfo, { fan: of, body: { accountId: of.accountId } });
  return data;
}

async function attempts(): Promise<number> {
  const { rows } = await world.ownerPool.query('SELECT FROM social_link_attempt');
  return rows.length;
}

describe.each(providers)('linking an account at %s', (provider: Provider) => {
  it('leads over the consent page and shows the name', async () => {
    expect(await mediaInfo()).toEqual(nothing);
    const as = newName();
    const reply = await link(world, fan, provider, as);
    const token = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(reply.data).toEqual({ ...nothing, [nameOf[provider]]: as, [tokenOf[provider]]: token });
    expect(await mediaInfo()).toEqual(reply.data);
  });

  it('asks with PKCE and a state, and comes back to this server', async () => {
    const { data } = await requestLink(world, fan, provider);
    const asked = new URL(data.url).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(asked.get('state')).toMatch(new RegExp(`^${provider}\\.[\\w-]{43}$`));
    expect(asked.get('redirect_uri')).toBe(`${world.services.settings.publicUrl}/social-callback`);
    expect(data.url).not.toContain('code_verifier');
  });

  it('says so in both languages when the fan denies, and links nothing', async () => {
    const back = await walk(world, fan, { provider, as: newName(), allowed: false });
    expect(back).toMatchObject({ error: 'access_denied' });
    const reply = await changesNothing(world, () => comeBack(world, fan, { provider, ...back }));
    expect(reply).toMatchObject({ status: 200, refusal: 'SOCIAL_DENIED' });
    expect(reply.message).toContain(provider === 'twitter' ? 'at X' : 'at Discord');
    expect(await mediaInfo()).toEqual(nothing);
  });

  it('takes a state and a code once', async () => {
    const back = await walk(world, fan, { provider, as: newName() });
    await comeBack(world, fan, { provider, ...back });
    const replay = await changesNothing(world, () => comeBack(world, fan, { provider, ...back }));
    expect(replay.refusal).toBe('SOCIAL_LINK_INVALID');
  });

  it('refuses the state of another fan, changes nothing, and leaves the walk to whose it is', async () => {
    const victim = await world.given.fan();
    const back = await walk(world, fan, { provider, as: newName() });
    const before = await attempts();
    const forged = await changesNothing(world, () => comeBack(world, victim, { provider, ...back }));
    expect(forged.refusal).toBe('SOCIAL_LINK_INVALID');
    expect(await attempts()).toBe(before);
    expect(await mediaInfo(victim)).toEqual(nothing);
    expect((await comeBack(world, fan, { provider, ...back })).code).toBe(0);
  });

  it('refuses the code of another walk, and changes nothing', async () => {
    const thief = await world.given.fan();
    const stolen = await walk(world, fan, { provider, as: newName() });
    const own = await walk(world, thief, { provider, as: newName() });
    const code = stolen.code ?? '';
    const reply = await changesNothing(world, () => comeBack(world, thief, { provider, state: own.state, code }));
    expect(reply.refusal).toBe('SOCIAL_LINK_INVALID');
  });

  it('refuses a state of the other provider, an invented one, and one that is ten minutes old', async () => {
    const other = provider === 'twitter' ? 'discord' : 'twitter';
    const foreign = await walk(world, fan, { provider: other, as: newName() });
    const crossed = await changesNothing(world, () => comeBack(world, fan, { provider, ...foreign }));
    expect(crossed.refusal).toBe('SOCIAL_LINK_INVALID');
    const invented = await comeBack(world, fan, { provider, state: `${provider}.invented`, code: 'code' });
    expect(invented.refusal).toBe('SOCIAL_LINK_INVALID');

    const late = await walk(world, fan, { provider, as: newName() });
    world.clock.advance(10 * minuteMs);
    const reply = await changesNothing(world, () => comeBack(world, fan, { provider, ...late }));
    expect(reply.refusal).toBe('SOCIAL_LINK_INVALID');
  });

  it('refuses an account that another fan has, and changes nothing', async () => {
    const as = newName();
    await link(world, await world.given.fan(), provider, as);
    const back = await walk(world, fan, { provider, as });
    const reply = await changesNothing(world, () => comeBack(world, fan, { provider, ...back }), revokesTokens);
    expect(reply).toMatchObject({ status: 200, refusal: 'SOCIAL_ACCOUNT_TAKEN' });
    expect(await mediaInfo()).toEqual(nothing);
  });

  it('refuses a second account, before the walk and after it', async () => {
    const early = await walk(world, fan, { provider, as: newName() });
    await link(world, fan, provider, newName());
    const begun = await changesNothing(world, () => requestLink(world, fan, provider));
    expect(begun.refusal).toBe('SOCIAL_ALREADY_BOUND');
    const finished = await changesNothing(world, () => comeBack(world, fan, { provider, ...early }));
    expect(finished.refusal).toBe('SOCIAL_ALREADY_BOUND');
  });

  it('gives an account that was unlinked back to its fan at once, and to another only after seven days', async () => {
    const as = newName();
    const first = await link(world, fan, provider, as);
    expect(await unlink(world, fan, provider)).toMatchObject({ code: 0, data: nothing });
    const again = await link(world, fan, provider, as);
    expect(again.data[nameOf[provider]]).toBe(as);
    expect(again.data[tokenOf[provider]]).not.toBe(first.data[tokenOf[provider]]);

    await unlink(world, fan, provider);
    const other = await world.given.fan();
    const early = await walk(world, other, { provider, as });
    const waiting = await changesNothing(world, () => comeBack(world, other, { provider, ...early }), revokesTokens);
    expect(waiting.refusal).toBe('SOCIAL_ACCOUNT_WAITING');
    expect(waiting.message).toContain(' 7 days');

    world.clock.advance(7 * dayMs - 1);
    const walkAgain = async () => comeBack(world, other, { provider, ...(await walk(world, other, { provider, as })) });
    const late = await changesNothing(world, walkAgain, revokesTokens);
    expect(late.refusal).toBe('SOCIAL_ACCOUNT_WAITING');
    expect(late.message).toContain(' 1 day,');
    world.clock.advance(1);
    expect(await link(world, other, provider, as)).toMatchObject({ data: { [nameOf[provider]]: as } });
    expect((await link(world, fan, provider, as)).refusal).toBe('SOCIAL_ACCOUNT_TAKEN');
  });

  it('refuses to unlink what is not linked, and changes nothing', async () => {
    const reply = await changesNothing(world, () => unlink(world, fan, provider));
    expect(reply).toMatchObject({ status: 200, refusal: 'SOCIAL_NOT_BOUND' });
  });

  it('gives an account to one of forty fans who come back with it at once', async () => {
    const as = newName();
    const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan()));
    const walks = await Promise.all(fans.map((one) => walk(world, one, { provider, as })));
    const replies = await Promise.all(
      walks.map((back, index) => comeBack(world, fans[index] ?? fan, { provider, ...back })),
    );
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(replies.filter((reply) => reply.refusal === 'SOCIAL_ACCOUNT_TAKEN')).toHaveLength(39);
  });

  it('gives a fan one of the five accounts they come back with at once', async () => {
    const walks = [];
    for (let count = 0; count < 5; count += 1) walks.push(await walk(world, fan, { provider, as: newName() }));
    const replies = await Promise.all(walks.map((back) => comeBack(world, fan, { provider, ...back })));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(replies.filter((reply) => reply.refusal === 'SOCIAL_ALREADY_BOUND')).toHaveLength(4);
  });

  it('links once when the same coming back arrives forty times', async () => {
    const back = await walk(world, fan, { provider, as: newName() });
    const replies = await Promise.all(Array.from({ length: 40 }, () => comeBack(world, fan, { provider, ...back })));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(replies.filter((reply) => reply.refusal === 'SOCIAL_LINK_INVALID')).toHaveLength(39);
  });
});

/** A job revokes the tokens of an account that is not linked. */
const revokesTokens = { except: ['graphile_worker._private_jobs'] };

describe('linked accounts', () => {
  it('are given back to the provider when they are unlinked', async () => {
    await link(world, fan, 'twitter', newName());
    await runJobs(world);
    const tokens = () => world.db.selectFrom('sandbox_grant').select('kind').where('kind', '<>', 'code').execute();
    const before = await tokens();
    await unlink(world, fan, 'twitter');
    await runJobs(world);
    expect(before.length - (await tokens()).length).toBe(2);
  });

  it('at Discord keep no token at all', async () => {
    await link(world, fan, 'discord', newName());
    const row = await world.db
      .selectFrom('social_account')
      .select('sealed_tokens')
      .where('fan_id', '=', fan.id)
      .executeTakeFirstOrThrow();
    expect(row.sealed_tokens).toBeNull();
  });

  it('keep the tokens of X sealed, and show none to the fan', async () => {
    const { data } = await link(world, fan, 'twitter', newName());
    const row = await world.db
      .selectFrom('social_account')
      .select(['sealed_tokens', 'subject'])
      .where('fan_id', '=', fan.id)
      .executeTakeFirstOrThrow();
    expect(row.sealed_tokens?.toString('latin1')).not.toContain('accessToken');
    expect(JSON.stringify(data)).not.toContain(row.subject);
  });

  it('that are unlinked leave no name and no id behind', async () => {
    const as = newName();
    await link(world, fan, 'twitter', as);
    await unlink(world, fan, 'twitter');
    const row = await world.db
      .selectFrom('social_account')
      .select(['subject', 'name', 'sealed_tokens'])
      .where('fan_id', '=', fan.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ subject: null, name: null, sealed_tokens: null });
  });

  it('are shown to no other fan', async () => {
    const stranger = await world.given.fan();
    const reply = await world.call(getMediaInfo, { fan, body: { accountId: stranger.accountId } });
    expect(reply).toMatchObject({ status: 403, refusal: 'FORBIDDEN' });
    const anonymous = await world.call(getMediaInfo, { body: { accountId: fan.accountId } });
    expect(anonymous).toMatchObject({ status: 401, refusal: 'UNAUTHENTICATED' });
  });

  it('can be started in five tabs, and a sixth ends the oldest', async () => {
    const first = await walk(world, fan, { provider: 'twitter', as: newName() });
    for (let count = 0; count < 5; count += 1) {
      world.clock.advance(1);
      await requestLink(world, fan, 'twitter');
    }
    const reply = await comeBack(world, fan, { provider: 'twitter', ...first });
    expect(reply.refusal).toBe('SOCIAL_LINK_INVALID');
  });

  it('need either a code or an error to come back with', async () => {
    const body = { accountId: fan.accountId, state: 'twitter.x' };
    const reply = await world.call('POST /task/api/v1/twitter/getTokenAndBind', { fan, body });
    expect(reply).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID' });
    expect(reply.message).toContain('code');
  });

  it('say that the provider is away when it is, and link nothing', async () => {
    const back = await walk(world, fan, { provider: 'twitter', as: newName() });
    const { settings } = world.services;
    const reached = settings.publicUrl;
    // A port without a listener.
    settings.publicUrl = 'http://127.0.0.1:1';
    const reply = await changesNothing(world, () => comeBack(world, fan, { provider: 'twitter', ...back }));
    settings.publicUrl = reached;
    expect(reply).toMatchObject({ status: 200, refusal: 'SOCIAL_UNAVAILABLE' });
    expect(reply.message).toContain('We can’t reach X right now.');
  });

  it('say that the provider is away when it says so itself', async () => {
    const back = await walk(world, fan, { provider: 'discord', as: newName() });
    const reply = await changesNothing(world, () =>
      comeBack(world, fan, { provider: 'discord', state: back.state, error: 'temporarily_unavailable' }),
    );
    expect(reply.refusal).toBe('SOCIAL_UNAVAILABLE');
  });
});
