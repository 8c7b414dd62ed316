export { quizPersonalData } from './quizzes/quizzes.store.ts';
export { quizParticipations, quizCompletionCheck } from './quizzes/quiz-completion.ts';
export { quizRoutes } from './quizzes/quizzes.routes.ts';

export { riddlePersonalData } from './riddles/riddles.store.ts';
export { markRiddlesJob } from './riddles/mark-riddles.ts';
export { normaliseAnswer } from './riddles/normalise-answer.ts';
export { readPendingRiddlePoints, readRiddleTitles } from './riddles/riddles.view.ts';
export { isSettled } from './riddles/riddle-round.rules.ts';
export { riddleParticipations, riddleCompletionCheck } from './riddles/riddle-completion.ts';
export { riddleRoutes } from './riddles/riddles.routes.ts';

export { formPersonalData } from './forms/forms.store.ts';
export { createFormCompletionCheck, formParticipations } from './forms/form-completion.ts';
export { formRoutes } from './forms/forms.routes.ts';

export { tryVideoStorage } from './videos/open-video-storage.ts';
export { videoPersonalData } from './videos/video-personal-data.ts';
export { videoJobs } from './videos/video-jobs.ts';
export { videoRoutes } from './videos/videos.routes.ts';
export { readVideoRewardTitles, videoParticipations, videoCompletionCheck } from './videos/video-completion.ts';

export { socialPersonalData } from './social/unlink-account.ts';
export {
  socialModes,
  callbackUrl,
  discordScopes,
  sandboxClient,
  sandboxPath,
  xScopes,
  sandboxAccountName,
} from './social/provider.ts';
export { socialJobs } from './social/social-jobs.ts';
export { socialRoutes } from './social/social.routes.ts';
export { createSocialServices, type SocialServices } from './social/social-services.ts';
export { createSocialTasks } from './social/social-tasks.ts';

export { addInvite, invitePersonalData } from './invites/invites.store.ts';
export { createInviteCompletionCheck } from './invites/invite-completion.ts';
export { readInviteTitles, readPendingInvitePoints } from './invites/invite-records.view.ts';
export { inviteRoutes } from './invites/invites.routes.ts';
export { rewardInvitesJob } from './invites/reward-invites.ts';

export { taskExtrasRoutes } from './task-extras.routes.ts';

export { takeFromBudget } from './claims.store.ts';
export { claimJobs } from './settle-claims.ts';
export { taskPersonalData } from './task-personal-data.ts';
export { readHeldPoints } from './held-claims.view.ts';
export { readPendingTaskPoints, readTaskTitles } from './task-points.view.ts';
export type { SocialAccounts } from './social-accounts.ts';
export type { CompletionCheck } from './completion-check.ts';
export { taskRoutes } from './tasks.routes.ts';
export { callbackSecret, signatureOf } from './forms/callback-signature.ts';
export { demoFormPath } from './forms/form-task.ts';
