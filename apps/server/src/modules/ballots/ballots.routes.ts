import type { FastifyInstance } from 'fastify';
import { refuseUsedKey } from '#/http/idempotency.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { castVote } from './cast-vote.ts';
import { convertTickets } from './convert-tickets.ts';
import { readConversions, readVoteNum, type RecordsQuery, readVoteRecords } from './fan-votes.view.ts';
import { findActivity } from '#/modules/elections/index.ts';
import type { Voting } from './voting.ts';

type VotesOf = Omit<RecordsQuery, 'activities'> & { readonly activityId?: string | undefined };

/** Registers the routes for casting votes and for a fan's own votes. */
export function ballotRoutes(server: FastifyInstance, { catalogue, batcher, watch, freezes }: Voting): void {
  const { db } = server.services;

  handle(
    server,
    'POST /activity/api/v1/vote/doVote',
    ({ fan, body, idempotencyKey: key, receivedAt, language, device, address }) =>
      castVote(
        { db, catalogue, batcher, watch, freezes },
        { fan, ...body, key, receivedAt, language, source: { deviceId: device.id, address } },
      ).catch(refuseUsedKey),
    { hot: true },
  );

  handleOnce(server, 'POST /activity/api/v1/vote/voteTransfer', {
    prepare: ({ body }) => findActivity(catalogue, body.activityId),
    run: (tx, { fan, body, idempotencyKey: key, receivedAt }, activity) =>
      convertTickets(tx, { fanId: fan.id, activity, tickets: body.num, shownVotes: body.votes, key, receivedAt }),
  });

  handle(server, 'GET /activity/api/v1/vote/getUserVoteNum', async ({ fan, query, receivedAt }) => {
    const activity = await findActivity(catalogue, query.activityId);
    return readVoteNum(db, { fan, activity, at: receivedAt });
  });

  handle(server, 'GET /activity/api/v1/vote/getVoteTransferRecord', ({ fan, query }) =>
    readConversions(db, { fanId: fan.id, ...query }),
  );

  async function votesOf({ activityId, ...asked }: VotesOf) {
    const activities = await catalogue.all();
    const some = activities.filter(({ id }) => activityId === undefined || id === activityId);
    return readVoteRecords(db, { ...asked, activities: some });
  }

  handle(server, 'GET /activity/api/v1/vote/voteRecord', ({ fan, query, language }) =>
    votesOf({ ...query, fan, language }),
  );
  handle(server, 'POST /wallet/api/v1/userExpand/getVoteRecords', ({ fan, body, language }) =>
    votesOf({ ...body, fan, language }),
  );
}
