import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Fan } from '#/http/caller.ts';
import { handle } from '#/http/handle.ts';
import { ownOriginOf } from '#/http/request-headers.ts';
import type { SocialProvider } from '#/config/providers.ts';
import { beginLink, finishLink, unlink } from './link-account.ts';
import { readMediaInfo } from './social-links.view.ts';
import type { SocialServices } from './provider-client.ts';
import type { SocialTasks } from './social-tasks.ts';

type MediaInfo = DataOf<Contract['POST /task/api/v1/task/getMediaInfo']>;
type FanCall = { readonly fan: Pick<Fan, 'id'>; readonly reply: FastifyReply; readonly receivedAt: Date };
type Back = { readonly state: string; readonly code?: string | undefined; readonly error?: string | undefined };

/** Registers the routes to link, unlink and list accounts at X and Discord. */
export function socialRoutes(
  server: FastifyInstance,
  services: SocialServices & { readonly socialTasks: SocialTasks },
): void {
  const { db, socialTasks } = services;

  const begin = async (provider: SocialProvider, { fan, reply, receivedAt: now }: FanCall) => ({
    url: await beginLink(services, { provider, fanId: fan.id, origin: ownOriginOf(reply.request), now }),
  });

  async function finish(
    provider: SocialProvider,
    { fan, body, reply, receivedAt: now }: FanCall & { readonly body: Back },
  ): Promise<MediaInfo> {
    const { state, code, error } = body;
    const origin = ownOriginOf(reply.request);
    await finishLink(services, { provider, fanId: fan.id, origin, state, code, error, now });
    return readMediaInfo(db, fan.id);
  }

  async function end(provider: SocialProvider, fanId: number, now: Date): Promise<MediaInfo> {
    await db.transaction().execute((tx) => unlink(tx, provider, { fanId, now }));
    return readMediaInfo(db, fanId);
  }

  handle(server, 'POST /task/api/v1/twitter/requestTokenLink', (asked) => begin('twitter', asked));
  handle(server, 'POST /task/api/v1/twitter/getTokenAndBind', (back) => finish('twitter', back));
  handle(server, 'POST /task/api/v1/twitter/unBindTwitter', ({ fan, receivedAt }) =>
    end('twitter', fan.id, receivedAt),
  );
  handle(server, 'POST /task/api/v1/twitter/getLatestTweetId', ({ fan, receivedAt }) =>
    socialTasks.latestPost({ fanId: fan.id, now: receivedAt }),
  );
  handle(server, 'POST /task/api/v1/discord/requestLoginLink', (asked) => begin('discord', asked));
  handle(server, 'POST /task/api/v1/discord/getTokenAndBind', (back) => finish('discord', back));
  handle(server, 'POST /task/api/v1/discord/unBindDiscord', ({ fan, receivedAt }) =>
    end('discord', fan.id, receivedAt),
  );
  handle(server, 'POST /task/api/v1/task/getMediaInfo', ({ fan }) => readMediaInfo(db, fan.id));
}
