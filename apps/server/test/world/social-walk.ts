import type { CallReply } from './call.ts';
import type { TestFan } from './given-fan.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export type Provider = 'twitter' | 'discord';
export type ComingBack = { readonly state: string } & (
  | { readonly code: string; readonly error?: never }
  | { readonly error: string; readonly code?: never }
);

type BeginReply =
  | CallReply<'POST /task/api/v1/twitter/requestTokenLink'>
  | CallReply<'POST /task/api/v1/discord/requestLoginLink'>;
type LinkReply =
  | CallReply<'POST /task/api/v1/twitter/getTokenAndBind'>
  | CallReply<'POST /task/api/v1/discord/getTokenAndBind'>;
type UnlinkReply =
  | CallReply<'POST /task/api/v1/twitter/unBindTwitter'>
  | CallReply<'POST /task/api/v1/discord/unBindDiscord'>;

/** Creates a world that really listens, so that the server can speak to its own sandbox over HTTP. */
export async function createSocialWorld(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld({
    ...options,
    environment: { RATE_LIMIT_FACTOR: '100', ...options.environment },
    // The sandbox shares the thread with forty callers.
    settings: { socialTimeoutSeconds: 30, ...options.settings },
  });
  world.services.settings.publicUrl = await world.listen();
  return world;
}

/** Asks for the consent page of a provider. */
export async function requestLink(world: World, fan: TestFan, provider: Provider): Promise<BeginReply> {
  const body = { accountId: fan.accountId };
  return provider === 'twitter'
    ? world.call('POST /task/api/v1/twitter/requestTokenLink', { fan, body })
    : world.call('POST /task/api/v1/discord/requestLoginLink', { fan, body });
}

/** Sends the form of a consent page as a browser does, and answers where it is led. */
export async function sendConsent(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const page = new URL(url);
  const carried = Object.fromEntries(page.searchParams);
  return fetch(`${page.origin}${page.pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ ...carried, ...fields }),
    redirect: 'manual',
  });
}

/** Walks to the consent page as an account there and back again. */
export async function walk(
  world: World,
  fan: TestFan,
  { provider, as, allowed = true }: { provider: Provider; as: string; allowed?: boolean },
): Promise<ComingBack> {
  const { data } = await requestLink(world, fan, provider);
  const answer = await sendConsent(data.url, { name: as, allowed: String(allowed) });
  const back = new URL(answer.headers.get('location') ?? 'none:');
  const [state, code] = [back.searchParams.get('state') ?? '', back.searchParams.get('code')];
  return code === null ? { state, error: back.searchParams.get('error') ?? '' } : { state, code };
}

/** Comes back from a walk: the call that links, or says why not. */
export async function comeBack(
  world: World,
  fan: TestFan,
  { provider, ...back }: ComingBack & { provider: Provider },
): Promise<LinkReply> {
  const body = { accountId: fan.accountId, ...back };
  return provider === 'twitter'
    ? world.call('POST /task/api/v1/twitter/getTokenAndBind', { fan, body })
    : world.call('POST /task/api/v1/discord/getTokenAndBind', { fan, body });
}

/** Links an account, the whole way. */
export async function link(world: World, fan: TestFan, provider: Provider, as: string) {
  return comeBack(world, fan, { provider, ...(await walk(world, fan, { provider, as })) });
}

export async function unlink(world: World, fan: TestFan, provider: Provider): Promise<UnlinkReply> {
  const body = { accountId: fan.accountId };
  return provider === 'twitter'
    ? world.call('POST /task/api/v1/twitter/unBindTwitter', { fan, body })
    : world.call('POST /task/api/v1/discord/unBindDiscord', { fan, body });
}

/** Follows, reposts or likes on the sandbox's X, or takes it back. */
export async function doAtX(
  world: World,
  as: string,
  action: 'follow' | 'repost' | 'like',
  done = true,
): Promise<void> {
  const answer = await fetch(`${world.services.settings.publicUrl}/dev/social/x/organiser`, {
    method: 'POST',
    body: new URLSearchParams({ as, action, done: String(done) }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`The sandbox answered ${answer.status}`);
}
