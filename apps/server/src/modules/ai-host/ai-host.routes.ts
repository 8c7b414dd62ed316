import { isDeepStrictEqual } from 'node:util';
import { contract } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { transactionWithRetry } from '#/db/retry.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { serveLiveFeed } from '#/http/live-feed.ts';
import { localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { startPeriodicTask } from '#/lib/clock.ts';
import { createSingleFlight } from '#/lib/shared-reads.ts';
import type { Services } from '#/services.ts';
import { askQuestion, raiseHand, withdrawQuestion } from './ask-question.ts';
import { createHost } from './host.ts';
import { createKnowledge } from './knowledge/knowledge.ts';
import { changeHostSettings, decideQuestion, reportAnswer } from './moderate.ts';
import { createModel } from './model.ts';
import { readMine } from './my-questions.view.ts';
import { setConsent } from './questions.store.ts';
import { type AskPlatform, readFacts } from './facts.ts';
import { readLog, readModerationQueue, readStage } from './stage.view.ts';

type HostServices = Pick<Services, 'db' | 'clock' | 'clusterClock' | 'hold' | 'log' | 'settings'>;

/** The greatest age of a stage, which many fans read at once. */
const stageFreshMs = 500;
const tickMs = 1000;

export function aiHostRoutes(server: FastifyInstance, services: HostServices): void {
  const { db, clock, settings } = services;
  const timeZone = settings.platformTimeZone;
  const stage = createSingleFlight(clock, () => readStage(db, settings, clock.now()), stageFreshMs);
  serveLiveFeed(server, 'GET /activity/api/v1/jplive/agent/stream', services, {
    name: 'The stage',
    everyMs: tickMs,
    read: () => stage.current(),
    changes: (before, after) => (isDeepStrictEqual(before, after) ? undefined : after),
  });
  runHost(server, services);

  handle(server, 'GET /activity/api/v1/jplive/agent', async ({ fan, language, receivedAt }) => {
    if (!fan) return { stage: await stage.current(), mine: null };
    const dayStart = startOfLocalDate(localDateAt(receivedAt, timeZone), timeZone);
    return {
      // What a caller has just done must be there.
      stage: await readStage(db, settings, receivedAt),
      mine: await readMine(db, { fanId: fan.id, dayStart, language }),
    };
  });

  handle(server, 'GET /activity/api/v1/jplive/agent/log', ({ query, receivedAt: at }) => readLog(db, { ...query, at }));

  handle(server, 'POST /activity/api/v1/jplive/agent/ask', ({ fan, body, language, receivedAt: at }) =>
    transactionWithRetry(db, (tx) => askQuestion(tx, { fanId: fan.id, ...body, at, timeZone, language })),
  );

  handle(
    server,
    'POST /activity/api/v1/jplive/agent/raiseHand',
    ({ fan, body, receivedAt: at }) =>
      transactionWithRetry(db, (tx) =>
        raiseHand(tx, { fanId: fan.id, questionId: Number(body.questionId), raised: body.raised, at }),
      ),
    { lock: ({ body }) => `question ${body.questionId}` },
  );

  handle(server, 'POST /activity/api/v1/jplive/agent/withdraw', async ({ fan, body, receivedAt: at }) => {
    await transactionWithRetry(db, (tx) =>
      withdrawQuestion(tx, { fanId: fan.id, questionId: Number(body.questionId), at }),
    );
    return {};
  });

  handle(server, 'POST /activity/api/v1/jplive/agent/feature', async ({ fan, body: { agreed }, receivedAt: at }) => {
    await transactionWithRetry(db, (tx) => setConsent(tx, { fanId: fan.id, agreed, at }));
    return { mayBeFeatured: agreed };
  });

  handle(
    server,
    'POST /activity/api/v1/jplive/agent/report',
    async ({ fan, body, receivedAt: at }) => {
      await transactionWithRetry(db, (tx) =>
        reportAnswer(tx, { fanId: fan.id, answerId: Number(body.answerId), reason: body.reason, at }),
      );
      return { reported: true as const };
    },
    { lock: ({ body }) => `answer ${body.answerId}` },
  );

  handle(server, 'GET /operator/api/v1/agent/queue', ({ query }) => readModerationQueue(db, query));

  handleOnce(server, 'POST /operator/api/v1/agent/decide', (tx, { body, operator, receivedAt: at }) =>
    decideQuestion(tx, { ...body, questionId: Number(body.questionId), operator, at }),
  );

  handleOnce(server, 'POST /operator/api/v1/agent/settings', (tx, { body, operator, receivedAt: at }) =>
    changeHostSettings(tx, { ...body, operator, at }),
  );
}

/** Calls of the host to its own platform come from no connection, and are not counted among those of clients. */
const ownCalls = 'ai-host';

/** Makes the platform's own public calls, so that the host knows what a visitor knows. */
export function askOf(server: Pick<FastifyInstance, 'inject'>): AskPlatform {
  return async (route, input, language) => {
    const [method, url] = route.split(' ') as ['GET' | 'POST', string];
    const { query, body } = input as { query?: Record<string, string>; body?: object };
    const reply = await server.inject({
      method,
      url,
      remoteAddress: ownCalls,
      headers: { 'accept-language': language },
      ...(query ? { query } : {}),
      ...(body ? { payload: body } : {}),
    });
    const { code, data } = reply.json<{ code: number; data: unknown }>();
    return code === 0 ? (contract[route].data.parse(data) as never) : undefined;
  };
}

/** Lets every listening process take part in running the host; the lease decides which one does. */
function runHost(server: FastifyInstance, services: HostServices): void {
  const { db, clock, hold, log, settings } = services;
  const { model } = settings.aiHost;
  const ask = askOf(server);
  const host = createHost({
    ...services,
    facts: (language, at) => readFacts({ db, ask, timeZone: settings.platformTimeZone }, language, at),
    knowledge: createKnowledge(db),
    model: model && createModel(model),
  });
  let task: ReturnType<typeof startPeriodicTask> | undefined;
  server.addHook('onListen', (done) => {
    hold.whenOpen(() => {
      task = startPeriodicTask(clock, host.step, (err) => log.warn({ err }, 'The AI host could not go on'));
    });
    done();
  });
  server.addHook('preClose', async () => {
    if (!task) return;
    await task.stop();
    await host.leave();
  });
}
