import type { FastifyInstance } from 'fastify';
import { answerOnce } from '#/http/answer-once.ts';
import { handle } from '#/http/handle.ts';
import { castVote } from './cast-vote.ts';
import { convertTickets } from './convert-tickets.ts';
import { readConversions, readVoteNum } from './fan-votes.view.ts';
import { findActivity } from './find-activity.ts';
import { readVoteRecords } from './vote-records.view.ts';
import type { Voting } from './voting.ts';

/** Serves the calls with which a fan votes, and looks at their own votes. */
export function voteRoutes(server: FastifyInstance, { catalogue, batcher }: Voting): void {
  const { db } = server.services;

  handle(
    server,
    'POST /activity/api/v1/vote/doVote',
    ({ fan, body, idempotencyKey, receivedAt }) =>
      castVote({ catalogue, batcher }, { fan, ...body, key: idempotencyKey, receivedAt }),
    { hot: true },
  );

  const convert = 'POST /activity/api/v1/vote/voteTransfer';
  handle(server, convert, async (call) => {
    const { fan, body, idempotencyKey: key, receivedAt } = call;
    // Not inside the transaction: where all connections wait for another one, none is ever free.
    const activity = await findActivity(catalogue, body.activityId);
    return answerOnce(db, convert, call, (tx) =>
      convertTickets(tx, { fanId: fan.id, activity, tickets: body.num, key, receivedAt }),
    );
  });

  handle(server, 'GET /activity/api/v1/vote/getUserVoteNum', async ({ fan, query, receivedAt }) => {
    const activity = await findActivity(catalogue, query.activityId);
    return readVoteNum(db, { fanId: fan.id, activity, at: receivedAt });
  });

  handle(server, 'GET /activity/api/v1/vote/getVoteTransferRecord', ({ fan, query }) =>
    readConversions(db, { fanId: fan.id, ...query }),
  );

  handle(server, 'GET /activity/api/v1/vote/voteRecord', async ({ fan, query, language }) => {
    const activities = await catalogue.all();
    const asked = activities.filter(({ id }) => query.activityId === undefined || id === query.activityId);
    return readVoteRecords(db, { ...query, fan, activities: asked, language });
  });
}
