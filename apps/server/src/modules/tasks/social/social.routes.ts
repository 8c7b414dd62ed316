import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import type { SocialProvider } from '#/config/providers.ts';
import { beginLink, finishLink } from './link-account.ts';
import { readMediaInfo } from './media-info.view.ts';
import type { SocialServices } from './social-services.ts';
import type { SocialTasks } from './social-tasks.ts';
import { unlink } from './unlink-account.ts';

type MediaInfo = DataOf<Contract['POST /task/api/v1/task/getMediaInfo']>;
type Back = { readonly state: string; readonly code?: string | undefined; readonly error?: string | undefined };

/** Routes to link, unlink and list accounts at X and Discord. */
export function socialRoutes(
  server: FastifyInstance,
  services: SocialServices & { readonly socialTasks: SocialTasks },
): void {
  const { db, socialTasks } = services;

  const begin = async (provider: SocialProvider, fanId: number, now: Date) => ({
    url: await beginLink(services, { provider, fanId, now }),
  });

  async function finish(provider: SocialProvider, fanId: number, back: Back, now: Date): Promise<MediaInfo> {
    await finishLink(services, { provider, fanId, state: back.state, code: back.code, error: back.error, now });
    return readMediaInfo(db, fanId);
  }

  async function end(provider: SocialProvider, fanId: number, now: Date): Promise<MediaInfo> {
    await db.transaction().execute((tx) => unlink(tx, provider, { fanId, now }));
    return readMediaInfo(db, fanId);
  }

  handle(server, 'POST /task/api/v1/twitter/requestTokenLink', ({ fan, receivedAt }) =>
    begin('twitter', fan.id, receivedAt),
  );
  handle(server, 'POST /task/api/v1/twitter/getTokenAndBind', ({ fan, body, receivedAt }) =>
    finish('twitter', fan.id, body, receivedAt),
  );
  handle(server, 'POST /task/api/v1/twitter/unBindTwitter', ({ fan, receivedAt }) =>
    end('twitter', fan.id, receivedAt),
  );
  handle(server, 'POST /task/api/v1/twitter/getLatestTweetId', ({ fan, receivedAt }) =>
    socialTasks.latestPost({ fanId: fan.id, now: receivedAt }),
  );
  handle(server, 'POST /task/api/v1/discord/requestLoginLink', ({ fan, receivedAt }) =>
    begin('discord', fan.id, receivedAt),
  );
  handle(server, 'POST /task/api/v1/discord/getTokenAndBind', ({ fan, body, receivedAt }) =>
    finish('discord', fan.id, body, receivedAt),
  );
  handle(server, 'POST /task/api/v1/discord/unBindDiscord', ({ fan, receivedAt }) =>
    end('discord', fan.id, receivedAt),
  );
  handle(server, 'POST /task/api/v1/task/getMediaInfo', ({ fan }) => readMediaInfo(db, fan.id));
}
