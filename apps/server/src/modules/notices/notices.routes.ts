import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { markRead } from './notices.store.ts';
import { countUnread, readNotices, readTopics } from './notices.view.ts';
import { muteTopic } from './tell-fans.ts';

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

  handle(server, 'GET /wallet/api/v1/notice/getTopics', ({ fan }) => readTopics(db, fan.id));

  handle(server, 'POST /wallet/api/v1/notice/muteTopic', async ({ fan, body, receivedAt: at }) => {
    await db.transaction().execute((tx) => muteTopic(tx, { fanId: fan.id, ...body, at }));
    return readTopics(db, fan.id);
  });
}
