export { addInvite } from './add-invite.ts';
export { inviteFanRecords } from './fan-records.ts';
export { createInviteWitness } from './invite-witness.ts';
export { readInviteTitles, readPendingInvitePoints } from './invite-records.view.ts';
export { inviteRoutes } from './invites.routes.ts';
export { rewardInvitesJob } from './reward-invites-job.ts';
