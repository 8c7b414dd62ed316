import { createServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { createSingleFlight } from '#/lib/shared-reads.ts';
import { createWordFilter } from '#/modules/moderation/index.ts';
import type { Services } from '#/services.ts';
import { chatStreamRoutes } from './chat-stream.routes.ts';
import { listWords, removeBlock } from './chat.store.ts';
import { type AuthorKeyOf, authorKeys, readChat, readMutes, readMyChat } from './chat.view.ts';
import { findRoom, requireModerator } from './chat-room.ts';
import {
  decideAppeal,
  decideReport,
  beat,
  changeChatSettings,
  moderateMessage,
  appealMute,
  liftMute,
  muteAuthor,
} from './moderate-chat.ts';
import { readOperatorQueue, readQueue } from './queue.view.ts';
import { blockAuthor, reportMessage } from './report-and-block.ts';
import { sendMessage } from './send-message.ts';

/** Returns one key for all chats, because a call about a message locks a chat that it does not name. */
const messagesOfChats = () => 'messages of chats';
/** A changed list of words counts after this time at the latest. */
const wordsFreshMs = 60_000;
/** The part of the limits of calls from which messages are refused, while votes still pass. */
const shareOfLoad = 0.5;

type ChatServices = Pick<Services, 'db' | 'clock' | 'log' | 'settings'>;

export function chatRoutes(server: FastifyInstance, services: ChatServices): void {
  const { db, clock, settings } = services;
  const authorKeyOf = authorKeys(createServerKeys(settings.serverSecret));
  const words = createSingleFlight(clock, () => listWords(db).then(createWordFilter), wordsFreshMs);
  chatStreamRoutes(server, { ...services, authorKeyOf });

  handle(server, 'GET /activity/api/v1/jplive/chat/mine', ({ fan, query, receivedAt: at }) =>
    readMyChat(db, { fanId: fan.id, roomId: query.roomId, at, authorKeyOf }),
  );

  handle(
    server,
    'POST /activity/api/v1/jplive/chat/send',
    async ({ fan, body, receivedAt: at }) => {
      if (server.load.isTooHigh(shareOfLoad)) return new Refusal('CHAT_FULL');
      return sendMessage({ db, words: words.current }, { fan, ...body, at });
    },
    { lock: ({ body }) => `chat of ${body.roomId}` },
  );

  handle(
    server,
    'POST /activity/api/v1/jplive/chat/report',
    async ({ fan, body, receivedAt: at }) => {
      await transactionWithRetry(db, (tx) => reportMessage(tx, { fanId: fan.id, ...body, at }));
      return { reported: true };
    },
    { lock: messagesOfChats },
  );

  handle(
    server,
    'POST /activity/api/v1/jplive/chat/block',
    async ({ fan, body, receivedAt: at }) => {
      const block = await transactionWithRetry(db, (tx) => blockAuthor(tx, { fanId: fan.id, ...body, at }));
      return { blockId: block.blockId, authorKey: authorKeyOf(block.roomId, block.authorId) };
    },
    { lock: messagesOfChats },
  );

  handle(server, 'POST /activity/api/v1/jplive/chat/unblock', async ({ fan, body: { blockId } }) => {
    await removeBlock(db, blockId, fan.id);
    return {};
  });

  handle(server, 'POST /activity/api/v1/jplive/chat/appeal', async ({ fan, body, receivedAt: at }) => {
    await transactionWithRetry(db, (tx) => appealMute(tx, { fanId: fan.id, ...body, at }));
    return { appeal: 'open' };
  });

  moderatorRoutes(server, db, authorKeyOf);
}

/** Registers the calls of a room's moderators and of operators, who keep a chat in order. */
function moderatorRoutes(server: FastifyInstance, db: Kysely<DB>, authorKeyOf: AuthorKeyOf): void {
  handle(server, 'POST /activity/api/v1/jplive/chat/duty', ({ fan, body, receivedAt: at }) =>
    transactionWithRetry(db, (tx) => beat(tx, { fanId: fan.id, ...body, at })),
  );

  handle(server, 'GET /activity/api/v1/jplive/chat/queue', async ({ fan, query }) => {
    const room = await findRoom(db, query.roomId);
    await requireModerator(db, { roomId: room.id, fanId: fan.id });
    return readQueue(db, { ...query, authorKeyOf });
  });

  handle(server, 'POST /activity/api/v1/jplive/chat/moderate', async ({ fan, body, receivedAt: at }) => ({
    state: await transactionWithRetry(db, (tx) => moderateMessage(tx, { fanId: fan.id, ...body, at })),
  }));

  handle(server, 'POST /activity/api/v1/jplive/chat/mute', async ({ fan, body, receivedAt: at }) => ({
    muteId: await transactionWithRetry(db, (tx) => muteAuthor(tx, { fanId: fan.id, ...body, at })),
  }));

  handle(server, 'GET /activity/api/v1/jplive/chat/mutes', async ({ fan, query, receivedAt: at }) => {
    const room = await findRoom(db, query.roomId);
    await requireModerator(db, { roomId: room.id, fanId: fan.id });
    return readMutes(db, { ...query, at });
  });

  handle(server, 'POST /activity/api/v1/jplive/chat/liftMute', async ({ fan, body, receivedAt: at }) => {
    await transactionWithRetry(db, (tx) => liftMute(tx, { fanId: fan.id, ...body, at }));
    return { lifted: true };
  });

  handle(server, 'POST /activity/api/v1/jplive/chat/settings', ({ fan, body, receivedAt: at }) =>
    transactionWithRetry(db, async (tx) => {
      await changeChatSettings(tx, { fanId: fan.id, ...body, at });
      const { chat } = await readChat(tx, { room: await findRoom(tx, body.roomId), at, authorKeyOf });
      return chat;
    }),
  );

  handle(server, 'GET /operator/api/v1/chat/queue', ({ query }) => readOperatorQueue(db, { ...query, authorKeyOf }));

  handleOnce(server, 'POST /operator/api/v1/chat/decide', async (tx, { body, operator, receivedAt: at }) => ({
    state: await decideReport(tx, { ...body, operator, at }),
  }));

  handleOnce(server, 'POST /operator/api/v1/chat/decideAppeal', async (tx, { body, operator, receivedAt: at }) => ({
    appeal: await decideAppeal(tx, { ...body, operator, at }),
  }));
}
