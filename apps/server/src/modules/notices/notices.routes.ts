import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { markRead } from './notices.store.ts';
import { countUnread, readNotices } from './notices.view.ts';

export function noticeRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  handle(server, 'GET /wallet/api/v1/notice/getNotices', ({ fan, query, language }) =>
    readNotices(db, { fanId: fan.id, language, ...query }),
  );

  handle(server, 'GET /wallet/api/v1/notice/getUnreadCount', async ({ fan }) => ({
    unread: await countUnread(db, fan.id),
  }));

  handle(server, 'POST /wallet/api/v1/notice/markRead', async ({ fan, body, receivedAt }) => {
    await markRead(db, { fanId: fan.id, upTo: Number(body.noticeId), at: receivedAt });
    return { unread: await countUnread(db, fan.id) };
  });
}
