import { describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import { givenTask } from '../../world/given-task.ts';
import { createWorld } from '../../world/world.ts';

describe('without keys in production', () => {
  it('providers are off and say so, and their tasks stay tuned', async () => {
    await using off = await createWorld({ settings: { devPages: false } });
    const config = await off.call('GET /config', {});
    expect(config.data.social).toEqual({ twitter: 'off', discord: 'off' });
    const stranger = await off.given.fan();
    const body = { accountId: stranger.accountId };
    for (const route of [
      'POST /task/api/v1/twitter/requestTokenLink',
      'POST /task/api/v1/discord/requestLoginLink',
    ] as const) {
      const reply = await changesNothing(off, () => off.call(route, { fan: stranger, body }));
      expect(reply).toMatchObject({ status: 200, refusal: 'SOCIAL_UNAVAILABLE' });
    }
    const taskId = await givenTask(off, { typeId: 8, tab: 'twitterTasks', linkTypes: [] });
    const { data } = await off.call('POST /task/api/v1/task/getTasksList', { fan: stranger, body: {} });
    expect(data.twitterTasks).toMatchObject([{ taskId, state: 'stayTuned' }]);
    const claimed = await changesNothing(off, () =>
      off.call('POST /task/api/v1/task/completeAndClaimPoint', { fan: stranger, body: { taskId } }),
    );
    expect(claimed.refusal).toBe('TASK_NOT_OPEN');
    const page = await off.app.inject({ url: '/dev/social/x/authorize', headers: { accept: 'text/html' } });
    expect(page.body).not.toContain('Sandbox');
  });

  it('are live with keys, and asked where they are', async () => {
    const environment = {
      X_CLIENT_ID: 'an-app',
      X_CLIENT_SECRET: 'a-secret-of-an-app',
      X_ACCOUNT: 'night_sky',
      DISCORD_CLIENT_ID: '123456789012345678',
      DISCORD_CLIENT_SECRET: 'a-secret-of-an-app',
    };
    await using live = await createWorld({ environment });
    expect((await live.call('GET /config', {})).data.social).toEqual({ twitter: 'live', discord: 'live' });
    const caller = await live.given.fan();
    const options = { fan: caller, body: { accountId: caller.accountId } };
    const x = new URL((await live.call('POST /task/api/v1/twitter/requestTokenLink', options)).data.url);
    expect(`${x.origin}${x.pathname}`).toBe('https://x.com/i/oauth2/authorize');
    expect(x.searchParams.get('client_id')).toBe('an-app');
    expect(x.searchParams.get('scope')).toBe('tweet.read users.read follows.read like.read offline.access');
    const discord = new URL((await live.call('POST /task/api/v1/discord/requestLoginLink', options)).data.url);
    expect(`${discord.origin}${discord.pathname}`).toBe('https://discord.com/oauth2/authorize');
    expect(discord.searchParams.get('scope')).toBe('identify');
  });
});
