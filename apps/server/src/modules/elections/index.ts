export { activityRoutes, idolManagementRoutes, ruleSetRoutes } from './activities.routes.ts';
export { type Activity, type Candidate, type Text, readActivities } from './activities.view.ts';
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
export { notifyOfMovedEndsJob } from './notify-of-moved-ends.ts';
export { describeIdol, listTeams, type Ranking } from './idols.view.ts';
