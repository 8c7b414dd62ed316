import { aiHostEndpoints } from './ai-host.ts';
import { accountEndpoints } from './accounts.ts';
import { analyticsEndpoints } from './analytics.ts';
import { best7Endpoints } from './best7.ts';
import { chainTransactionEndpoints } from './chain-transactions.ts';
import { cheerEndpoints } from './cheers.ts';
import type { Upload } from './endpoint.ts';
import { fanVideoEndpoints } from './fan-videos.ts';
import { followingEndpoints } from './following.ts';
import { giftEndpoints } from './gifts.ts';
import { heldClaimEndpoints } from './held-claims.ts';
import { formEndpoints } from './forms.ts';
import { accountDeletionEndpoints } from './account-deletion.ts';
import { participationEndpoints } from './luck-participation.ts';
import { liveChatEndpoints } from './live-chat.ts';
import { liveStudioEndpoints } from './live-studio.ts';
import { liveEndpoints } from './live.ts';
import { luckEndpoints } from './luck.ts';
import { mallEndpoints } from './mall.ts';
import { noticeEndpoints } from './notices.ts';
import { pushEndpoints } from './push.ts';
import { nftMoveEndpoints } from './nft-moves.ts';
import { operatorEndpoints } from './operators.ts';
import { orderEndpoints } from './orders.ts';
import { packetEndpoints } from './packets.ts';
import { pageEndpoints } from './pages.ts';
import { pointEndpoints } from './points.ts';
import { profileEndpoints } from './profiles.ts';
import { progressEndpoints } from './progress.ts';
import { quizEndpoints } from './quizzes.ts';
import { riddleEndpoints } from './riddles.ts';
import { socialEndpoints } from './social.ts';
import { songEndpoints } from './songs.ts';
import { recordEndpoints } from './records.ts';
import { ruleSetEndpoints } from './rule-sets.ts';
import { sessionEndpoints } from './sessions.ts';
export { estimatedBonus, typicalWeeks, typicalWeight } from './stake-estimate.ts';
import { stakingEndpoints } from './staking.ts';
import { systemEndpoints } from './system.ts';
import { taskContentEndpoints } from './task-content.ts';
import { taskEndpoints } from './tasks.ts';
import { voteIdolEndpoints } from './vote-idols.ts';
import { voteQuarantineEndpoints } from './vote-quarantine.ts';
import { voteResultEndpoints } from './vote-result.ts';
import { voteStreamEndpoints } from './vote-stream.ts';
import { voteSummaryEndpoints } from './vote-summary.ts';
import { voteTrendEndpoints } from './vote-trends.ts';
import { voteRecordEndpoints } from './vote-records.ts';
import { voteEndpoints } from './votes.ts';
import { walletEndpoints } from './wallets.ts';
import { webhookEndpoints } from './webhooks.ts';

export const contract = {
  ...systemEndpoints,
  ...accountEndpoints,
  ...sessionEndpoints,
  ...profileEndpoints,
  ...walletEndpoints,
  ...accountDeletionEndpoints,
  ...pointEndpoints,
  ...recordEndpoints,
  ...taskEndpoints,
  ...fanVideoEndpoints,
  ...quizEndpoints,
  ...riddleEndpoints,
  ...taskContentEndpoints,
  ...socialEndpoints,
  ...mallEndpoints,
  ...orderEndpoints,
  ...nftMoveEndpoints,
  ...packetEndpoints,
  ...luckEndpoints,
  ...participationEndpoints,
  ...liveEndpoints,
  ...liveStudioEndpoints,
  ...liveChatEndpoints,
  ...aiHostEndpoints,
  ...noticeEndpoints,
  ...pushEndpoints,
  ...stakingEndpoints,
  ...voteEndpoints,
  ...voteRecordEndpoints,
  ...ruleSetEndpoints,
  ...voteStreamEndpoints,
  ...voteIdolEndpoints,
  ...voteQuarantineEndpoints,
  ...voteResultEndpoints,
  ...voteSummaryEndpoints,
  ...voteTrendEndpoints,
  ...followingEndpoints,
  ...progressEndpoints,
  ...giftEndpoints,
  ...cheerEndpoints,
  ...best7Endpoints,
  ...songEndpoints,
  ...pageEndpoints,
  ...analyticsEndpoints,
  ...operatorEndpoints,
  ...formEndpoints,
  ...heldClaimEndpoints,
  ...chainTransactionEndpoints,
  ...webhookEndpoints,
} as const;

export type Contract = typeof contract;
export type RouteName = keyof Contract;
/** The calls that bring a file. */
export type UploadRoute = {
  [R in RouteName]: Contract[R] extends { readonly upload: Upload } ? R : never;
}[RouteName];

export type {
  Auth,
  DataOf,
  Endpoint,
  Envelope,
  ErrorOf,
  InputOf,
  OperatorRole,
  OperatorScope,
  RequestOf,
  Route,
  Upload,
} from './endpoint.ts';
export { operatorScopes } from './endpoint.ts';
export { errorTexts } from './error-texts.ts';
export { expectation, expectationOf, type Language, languages } from './wording.ts';
export { languageOfTag } from './language-of-tag.ts';
export { ErrorCode, type ErrorName, errorName, type SystemErrorName, SystemErrorStatus } from './errors.ts';
export type { DrawnScreen, FromDrawingThread, ScreenRequest, ToDrawingThread } from './first-page.ts';
export { videoState, videoUploadMetadata, videoUploadPath } from './fan-videos.ts';
export { mostSegmentSeconds, mostUploadedSegmentBytes, rehearsalMinutes, segmentUploadPath } from './live-studio.ts';
export { type PageSlug, pageSlugs } from './pages.ts';
export type { BadgeId } from './primitives.ts';
export { type PriceSteps, votesOfTickets } from './price-steps.ts';
export type { RuleDocument, VoteLimits } from './rule-sets.ts';
export { type ScreenRoute, screenRoutes } from './screen-routes.ts';
export { socialMode, socialProviders } from './social.ts';
export { bannerTypes } from './task-content.ts';
export { searchLinkTypes, type TaskKind, taskKindOf, taskKinds, taskTypes } from './task-types.ts';
export { linkType, taskState, taskTabs } from './tasks.ts';
export { votesDecidedAtOnce } from './vote-quarantine.ts';
export { webhookEvents } from './webhooks.ts';
export { bio, hiddenCharacter, nickname } from './visible-text.ts';
