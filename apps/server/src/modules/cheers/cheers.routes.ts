import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import { type ActivityCatalogue, findActivity, findCandidate } from '#/modules/elections/index.ts';
import type { Services } from '#/services.ts';
import { readCallRank, readCheerRecords, readIdolCheersFor } from './cheers.view.ts';
import { cheer } from './cheer.ts';

export type CheerServices = Pick<Services, 'db'> & { readonly catalogue: ActivityCatalogue };

export function cheerRoutes(server: FastifyInstance, { db, catalogue }: CheerServices): void {
  handleOnce(server, 'POST /wallet/api/v1/ticketVote/voteForIdol', {
    prepare: ({ body }) => findActivity(catalogue, body.periods),
    run: (tx, { fan, body: { idolId, num: tickets }, idempotencyKey: key, receivedAt }, activity) =>
      cheer(tx, { fanId: fan.id, activity, idolId, tickets, key, receivedAt }),
  });

  handle(server, 'POST /wallet/api/v1/ticketVote/getIdolCheers', async ({ fan, body: { idolId, periods } }) => {
    const activity = await findActivity(catalogue, periods);
    findCandidate(activity, idolId);
    return readIdolCheersFor(db, { fanId: fan?.id, activity, idolId });
  });

  handle(server, 'POST /wallet/api/v1/ticketVote/getCheerRecords', ({ fan, body, language }) =>
    readCheerRecords(db, { fanId: fan.id, language, ...body }),
  );

  handle(server, 'POST /wallet/api/v1/userExpand/getUsersCallRank', async ({ fan, body: { periods, ...paging } }) => {
    const { id: activityId } = await findActivity(catalogue, periods);
    return readCallRank(db, { fanId: fan?.id, activityId, ...paging });
  });
}
