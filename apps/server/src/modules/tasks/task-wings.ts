import type { FastifyInstance } from 'fastify';
import type { PointSources } from '#/modules/points/index.ts';
import type { ActivityCatalogue } from '#/modules/elections/index.ts';
import type { Services } from '#/services.ts';
import type { Banners } from './banners.view.ts';
import { type CompletionCheck, createTakingPartCheck, type TakingPart } from './completion-check.ts';
import { createFormCompletionCheck, formParticipations } from './forms/forms.view.ts';
import { formRoutes } from './forms/forms.routes.ts';
import { readHeldPoints } from './participations.view.ts';
import {
  createInviteCompletionCheck,
  readInviteTitles,
  readPendingInvitePoints,
} from './invites/invite-records.view.ts';
import { inviteRoutes } from './invites/invites.routes.ts';
import { quizCompletionCheck, quizParticipations } from './quizzes/quiz.view.ts';
import { quizRoutes } from './quizzes/quizzes.routes.ts';
import { riddleRoutes } from './riddles/riddles.routes.ts';
import {
  readPendingRiddlePoints,
  readRiddleTitles,
  riddleCompletionCheck,
  riddleParticipations,
} from './riddles/riddles.view.ts';
import { createSocialServices } from './social/provider-client.ts';
import { createSocialTasks } from './social/social-tasks.ts';
import { socialRoutes } from './social/social.routes.ts';
import { taskExtrasRoutes, taskRoutes } from './tasks.routes.ts';
import { readPendingTaskPoints, readTaskTitles } from './task-list.view.ts';
import { readVideoRewardTitles, videoCompletionCheck, videoParticipations } from './videos/video-records.view.ts';
import { videoRoutes } from './videos/videos.routes.ts';

type TasksOfServer = {
  /** What points need of tasks: claimable Points, and the titles of past rewards. */
  readonly points: Pick<PointSources, 'pending'> & {
    readonly titles: Omit<PointSources['titles'], 'luck' | 'staking'>;
  };
  readonly routes: (server: FastifyInstance, given: { catalogue: ActivityCatalogue; banners: Banners }) => void;
};

/**
 * Connects tasks and their modules. Only this file knows all of them; the task list and claims receive the checks.
 * @param takingPart what fans take part in elsewhere, for the tasks about it
 */
export function connectTasks(services: Services, takingPart: readonly TakingPart[]): TasksOfServer {
  const { db, settings } = services;
  const timeZone = settings.platformTimeZone;
  const socialServices = createSocialServices(services);
  const socialTasks = createSocialTasks(socialServices);
  const completionChecks: readonly CompletionCheck[] = [
    createInviteCompletionCheck(timeZone),
    riddleCompletionCheck,
    quizCompletionCheck,
    videoCompletionCheck,
    createFormCompletionCheck(settings),
    ...takingPart.map((one) => createTakingPartCheck(one, timeZone)),
  ];
  const participations = [formParticipations, quizParticipations, riddleParticipations, videoParticipations];
  const given = { ...services, social: socialTasks, completionChecks };
  return {
    points: {
      pending: [
        (question) => readPendingTaskPoints(db, { ...question, timeZone, social: socialTasks, completionChecks }),
        (question) => readHeldPoints(db, question),
        (question) => readPendingInvitePoints(db, question),
        (question) => readPendingRiddlePoints(db, question),
      ],
      titles: {
        task: (question) => readTaskTitles(db, question),
        invite: (question) => readInviteTitles(db, question),
        video: (question) => readVideoRewardTitles(db, question),
        riddle: (question) => readRiddleTitles(db, question),
      },
    },
    routes(server, { catalogue, banners }) {
      taskRoutes(server, given);
      taskExtrasRoutes(server, { ...services, catalogue, banners, participations });
      quizRoutes(server, given);
      riddleRoutes(server, given);
      formRoutes(server, given);
      videoRoutes(server, given);
      inviteRoutes(server, services);
      socialRoutes(server, { ...socialServices, socialTasks });
    },
  };
}
