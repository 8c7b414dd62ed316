import type { Module } from '#/services.ts';
import { claimJobs } from './claim-task.ts';
import { formPersonalData } from './forms/forms.store.ts';
import { invitePersonalData } from './invites/invites.store.ts';
import { rewardInvitesJob } from './invites/reward-invites.ts';
import { taskPersonalData } from './participations.view.ts';
import { quizPersonalData } from './quizzes/quizzes.store.ts';
import { markRiddlesJob } from './riddles/mark-riddles.ts';
import { riddlePersonalData } from './riddles/riddles.store.ts';
import { socialPersonalData } from './social/link-account.ts';
import { socialJobs } from './social/social-jobs.ts';
import { videoJobs } from './videos/video-jobs.ts';
import { videoPersonalData } from './videos/video-records.view.ts';

export { watchBanners } from './banners.view.ts';
export { addInvite } from './invites/invites.store.ts';
export { callbackSecret, signatureOf } from './forms/callback-signature.ts';
export { countClaims } from './task-list.view.ts';
export { connectTasks } from './task-wings.ts';
export { createSocialServices, type SocialServices } from './social/provider-client.ts';
export { createSocialTasks } from './social/social-tasks.ts';
export { demoFormPath } from './forms/form-task.ts';
export { isSettled } from './riddles/riddle-round.rules.ts';
export {
  callbackUrl,
  discordScopes,
  sandboxAccountName,
  sandboxClient,
  sandboxPath,
  socialModes,
  xScopes,
} from './social/provider.ts';
export { takeFromBudget } from './claims.store.ts';
export { examineVideoBucket, tryVideoStorage } from './videos/open-video-storage.ts';

export const tasks = {
  jobs: (services) => [
    ...socialJobs(services),
    ...videoJobs(services),
    rewardInvitesJob(services),
    markRiddlesJob(services),
    ...claimJobs(services),
  ],
  personalData: () => [
    socialPersonalData,
    invitePersonalData,
    taskPersonalData,
    videoPersonalData,
    quizPersonalData,
    riddlePersonalData,
    formPersonalData,
  ],
} satisfies Module;
