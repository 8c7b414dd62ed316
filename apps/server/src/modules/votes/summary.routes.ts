import { createHash } from 'node:crypto';
import type { Language } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { encoded } from '#/http/answer.ts';
import { handle } from '#/http/handle.ts';
import { findActivity } from './find-activity.ts';
import type { SummaryFigures } from './read-summary.ts';
import { presentSummary, type Summary } from './summary.presenter.ts';
import type { Voting } from './voting.ts';

/** Well within the minute for which figures are kept, so that two caches on the way add little to their age. */
const sharedForSeconds = 'public, max-age=10, stale-while-revalidate=30';

type Answer = ReturnType<typeof encoded<Summary>>;

/** Serves the summary of an activity: figures from memory, put into each language and encoded once. */
export function summaryRoutes(server: FastifyInstance, { catalogue, summaries }: Voting): void {
  const answers = new WeakMap<SummaryFigures, Map<Language, Answer>>();
  const etags = new WeakMap<object, string>();

  function answerOf(figures: SummaryFigures, language: Language): Answer {
    const inLanguages = answers.get(figures) ?? new Map<Language, Answer>();
    answers.set(figures, inLanguages);
    let answer = inLanguages.get(language);
    if (!answer) {
      answer = encoded(presentSummary(figures, language));
      inLanguages.set(language, answer);
      // By its content, so that a final result has the same tag on every replica and after every start.
      etags.set(answer, `"${createHash('sha256').update(answer.json).digest('base64url').slice(0, 24)}"`);
    }
    return answer;
  }

  handle(
    server,
    'GET /activity/api/v1/vote/summary',
    async ({ query, language }) => {
      const activity = await findActivity(catalogue, query.activityId);
      return answerOf(await summaries.current(activity), language);
    },
    {
      hot: true,
      cacheControl: sharedForSeconds,
      variesBy: 'accept-language',
      etag: (answer) => etags.get(answer) ?? '',
    },
  );
}
