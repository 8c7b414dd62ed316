export { addInvite, invitePersonalData } from './invites/invites.store.ts';
export { callbackSecret, signatureOf } from './forms/callback-signature.ts';
export { countClaims } from './task-list.view.ts';
export { claimJobs } from './claim-task.ts';
export { connectTasks } from './task-wings.ts';
export { createSocialServices, type SocialServices } from './social/provider-client.ts';
export { createSocialTasks } from './social/social-tasks.ts';
export { demoFormPath } from './forms/form-task.ts';
export { formPersonalData } from './forms/forms.store.ts';
export { isSettled } from './riddles/riddle-round.rules.ts';
export { markRiddlesJob } from './riddles/mark-riddles.ts';
export { quizPersonalData } from './quizzes/quizzes.store.ts';
export { rewardInvitesJob } from './invites/reward-invites.ts';
export { riddlePersonalData } from './riddles/riddles.store.ts';
export { socialJobs } from './social/social-jobs.ts';
export {
  callbackUrl,
  discordScopes,
  sandboxAccountName,
  sandboxClient,
  sandboxPath,
  socialModes,
  xScopes,
} from './social/provider.ts';
export { socialPersonalData } from './social/link-account.ts';
export { takeFromBudget } from './claims.store.ts';
export { taskPersonalData } from './participations.view.ts';
export { tryVideoStorage } from './videos/open-video-storage.ts';
export { videoJobs } from './videos/video-jobs.ts';
export { videoPersonalData } from './videos/video-records.view.ts';
