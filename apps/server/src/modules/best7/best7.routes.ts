import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { startPeriodicTask } from '#/lib/clock.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import type { ActivityCatalogue } from '#/modules/elections/index.ts';
import type { Services } from '#/services.ts';
import { readBallotRecords, readPoll } from './poll.view.ts';
import { listPolls, freezeResults, createLiveResults } from './best7.store.ts';
import { castBallot } from './cast-ballot.ts';
import { type Poll, mostPressing } from './poll.rules.ts';

export type Best7Services = Pick<Services, 'db' | 'clock' | 'clusterClock' | 'log'> & {
  readonly catalogue: ActivityCatalogue;
};

/** Registers the Best 7 calls, and freezes due results while the server runs. */
export function best7Routes(server: FastifyInstance, services: Best7Services): void {
  const { db, clock, clusterClock, log, catalogue } = services;
  const results = createLiveResults(services);
  const freezing = startPeriodicTask(
    clock,
    async () => freezeResults(db, await clusterClock()),
    (error) => log.warn({ err: error }, 'A result of Best 7 could not be written down'),
  );
  server.addHook('onClose', () => freezing.stop());

  handle(server, 'GET /activity/api/v1/vote/best7', async ({ fan, query, receivedAt: at }) => {
    const poll = await findPoll(db, query.activityId, at);
    return { poll: poll ? await readPoll({ db, results }, { poll, fanId: fan?.id, at }) : null };
  });

  handleOnce(server, 'POST /activity/api/v1/vote/doBest7Vote', {
    async prepare({ body, receivedAt }) {
      const poll = await findPoll(db, body.activityId, receivedAt);
      const activity = poll && (await catalogue.find(poll.activityId));
      if (!activity) throw new Refusal('BEST7_POLL_NOT_FOUND');
      return { poll, activity };
    },
    run: (tx, { fan, body: { idolIds }, idempotencyKey: key, receivedAt }, polled) =>
      castBallot(tx, clock, { fanId: fan.id, ...polled, idolIds, key, receivedAt }),
    committed: (_cast, { poll }) => results.forget(poll.activityId),
  });

  handle(server, 'GET /activity/api/v1/vote/best7Records', ({ fan, query, language }) =>
    readBallotRecords(db, { fanId: fan.id, language, ...query }),
  );
}

async function findPoll(db: Kysely<DB>, activityId: string | undefined, at: Date): Promise<Poll | undefined> {
  const polls = await listPolls(db);
  if (activityId === undefined) return mostPressing(polls, at);
  return polls.find((poll) => poll.activityId === activityId);
}
