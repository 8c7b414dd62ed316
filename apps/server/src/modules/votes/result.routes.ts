import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handleFile } from '#/http/file-answer.ts';
import { findActivity } from './find-activity.ts';
import { readFinalSetAside } from './quarantine/index.ts';
import { resultAsCsv, resultAsJson, voteResultOf } from './result-file.rules.ts';
import { readEarlierRounds } from './standing.store.ts';
import type { Voting } from './voting.ts';

/** Serves final results as files. */
export function resultRoutes(server: FastifyInstance, { catalogue, rankings }: Voting): void {
  handleFile(server, 'GET /activity/api/v1/vote/result', async ({ query: { activityId, format } }) => {
    const activity = await findActivity(catalogue, activityId);
    const ranking = await rankings.current(activity);
    // Only a ranking that was read after the close is surely the last.
    if (ranking.state !== 'final') throw new Refusal('RESULT_NOT_FINAL');
    const earlier = await readEarlierRounds(server.services.db, { activityId, before: ranking.round });
    const setAside = await readFinalSetAside(server.services.db, activityId);
    const result = voteResultOf(activity, ranking, { earlier, setAside });
    const name = `result-${activity.id.replaceAll(/[^\w-]/g, '_')}.${format}`;
    return format === 'csv'
      ? { name, mediaType: 'text/csv', bytes: resultAsCsv(result) }
      : { name, mediaType: 'application/json', bytes: resultAsJson(result) };
  });
}
