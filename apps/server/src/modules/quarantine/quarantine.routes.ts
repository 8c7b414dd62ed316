import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import { type Activity, type ActivityCatalogue, findActivity } from '#/modules/elections/index.ts';
import { decideByOperator } from './decide-votes.ts';
import { listClusters, listQuarantinedVotes, readDecisions } from './quarantine.view.ts';
import { type FrozenCounts, readTotalQuarantineCounts } from './quarantine-counts.view.ts';

export type QuarantineServices = {
  readonly catalogue: ActivityCatalogue;
  /** Knows from when a count is hidden; injected, because rankings depend on quarantine. */
  readonly freezes: {
    show<Shown>(
      activity: Activity,
      read: (moment: { readonly at: Date; readonly freeze: FrozenCounts | undefined }) => Promise<Shown>,
    ): Promise<Shown>;
  };
};

/** Registers the routes for operators to decide votes in quarantine, and the public routes of the decisions. */
export function quarantineRoutes(server: FastifyInstance, { catalogue, freezes }: QuarantineServices): void {
  const { db } = server.services;

  handle(server, 'GET /activity/api/v1/vote/decisions', async ({ query, language }) => {
    const activity = await findActivity(catalogue, query.activityId);
    return freezes.show(activity, async ({ at, freeze }) => ({
      ...(await readDecisions(db, { ...query, activity, language, seen: freeze?.seen })),
      totals: await readTotalQuarantineCounts(db, { activity, at, freeze }),
    }));
  });

  handle(server, 'GET /operator/api/v1/votes/quarantined', async ({ query: { activityId, ...query }, language }) =>
    listQuarantinedVotes(db, { ...query, activity: await findActivity(catalogue, activityId), language }),
  );

  handle(server, 'GET /operator/api/v1/votes/clusters', async ({ query: { activityId, ...query } }) =>
    listClusters(db, { ...query, activity: await findActivity(catalogue, activityId) }),
  );

  handleOnce(server, 'POST /operator/api/v1/votes/decide', {
    async prepare({ body }, isAnswered) {
      if (!(await isAnswered())) await findActivity(catalogue, body.activityId);
    },
    run: (tx, { body, operator, receivedAt: at }) => decideByOperator(tx, { ...body, operator, at }),
  });
}
