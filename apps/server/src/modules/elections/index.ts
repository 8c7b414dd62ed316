import type { Module } from '#/services.ts';
import { activityRoutes, type ActivityServices, idolManagementRoutes, ruleSetRoutes } from './activities.routes.ts';
import { type ListFollowers, notifyOfClosesJob, notifyOfOpeningsJob } from './notify-of-closes.ts';
import { notifyOfMovedEndsJob } from './notify-of-moved-ends.ts';
import { recordRoundEventsJob } from './record-round-events.ts';

export {
  activityRows,
  type Activity,
  type Candidate,
  candidateRows,
  freezeRows,
  idolRows,
  periodOf,
  readActivities,
  ruleSetRows,
  type TextInBothLanguages,
} from './activities.view.ts';
export {
  type ActivityCatalogue,
  activityInfo,
  activityTime,
  createActivityCatalogue,
  currentActivity,
  findActivity,
  findCandidate,
} from './activity-catalogue.ts';
export {
  type ActivityState,
  type Round,
  activityState,
  closingGraceMs,
  countedFrom,
  freezeOf,
  hasEnded,
  hiddenRound,
  isDueToSettle,
  isFrozenBy,
  priceStepsOf,
  roundAfter,
  roundAt,
  roundOnShow,
  roundState,
} from './activity.rules.ts';
export { type MoveOfEnd, MoveRefused, moveEnd, type PlannedMove, planMove } from './moved-ends.store.ts';
export { describeIdol, idolInBrief, listTeams, type Ranking } from './idols.view.ts';

export const elections = {
  routes(server, given) {
    activityRoutes(server, given);
    ruleSetRoutes(server, given);
    idolManagementRoutes(server, given);
  },
  jobs: (services) => [
    notifyOfClosesJob(services),
    notifyOfOpeningsJob(services),
    notifyOfMovedEndsJob(services),
    recordRoundEventsJob(services),
  ],
} satisfies Module<ActivityServices, { readonly listFollowers: ListFollowers }>;
