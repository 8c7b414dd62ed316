import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { Encoded } from '#/http/answer.ts';
import { handleFile } from '#/http/file-answer.ts';
import { handle } from '#/http/handle.ts';
import type { Activity, RuleSet } from './activities.view.ts';
import { ruleSetBrief } from './activity.presenter.ts';
import { findActivity } from './find-activity.ts';
import type { Voting } from './voting.ts';

const route = 'GET /activity/api/v1/vote/ruleSet';

type Answer = DataOf<Contract[typeof route]>;

/** The hash; and while another version may follow, that too is part of the answer. */
function tagOf(answer: Answer | Encoded<Answer>): string {
  if (answer instanceof Encoded) throw new TypeError('A rule set is answered as it is');
  return `"${answer.hash}${answer.isFrozen ? '' : '-open'}"`;
}

/** Serves the rules that activities are held by. */
export function ruleSetRoutes(server: FastifyInstance, { catalogue }: Pick<Voting, 'catalogue'>): void {
  async function published(activityId: string): Promise<{ readonly activity: Activity; readonly ruleSet: RuleSet }> {
    const activity = await findActivity(catalogue, activityId);
    if (!activity.ruleSet) throw new Refusal('RULES_NOT_PUBLISHED');
    return { activity, ruleSet: activity.ruleSet };
  }

  handle(
    server,
    route,
    async ({ query, receivedAt }) => {
      const { activity, ruleSet } = await published(query.activityId);
      return { ...ruleSetBrief(ruleSet, activity, receivedAt), document: ruleSet.document };
    },
    { cacheControl: 'public, no-cache', etag: tagOf },
  );

  handleFile(server, 'GET /activity/api/v1/vote/rules', async ({ query }) => {
    const { activity, ruleSet } = await published(query.activityId);
    const name = `rules-${activity.id.replaceAll(/[^\w-]/g, '_')}-v${ruleSet.version}.json`;
    return { name, mediaType: 'application/json', bytes: Buffer.from(ruleSet.text) };
  });
}
