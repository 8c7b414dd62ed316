// Cases that must not compile; checked by the type checker, never run.
import type { Contract, Endpoint, ErrorOf, InputOf, Route, segmentUploadPath, videoUploadPath } from './src/index.ts';
import { voteEndpoints } from './src/votes.ts';

type DoVote = Contract['POST /activity/api/v1/vote/doVote'];

({ body: { activityId: 1004, idolId: '101', num: 1 } }) satisfies InputOf<DoVote>;
// @ts-expect-error an amount of votes is a number
({ body: { activityId: 1004, idolId: '101', num: '1' } }) satisfies InputOf<DoVote>;
// @ts-expect-error the idol is required
({ body: { activityId: 1004, num: 1 } }) satisfies InputOf<DoVote>;
// @ts-expect-error not a refusal of this call
'EMAIL_TAKEN' satisfies ErrorOf<DoVote>;
const unknownRefusal = { ...voteEndpoints['POST /activity/api/v1/vote/doVote'], errors: ['NO_SUCH_REFUSAL'] } as const;
// @ts-expect-error a call may only promise refusals that exist
({ 'GET /x': unknownRefusal }) satisfies Record<Route, Endpoint>;

// The specification's calls have their own addresses; `token` is its `{token}`.
[
  'GET /activity/api/v1/vote/saleGoods',
  'GET /activity/api/v1/vote/getUserVoteNum',
  'POST /activity/api/v1/vote/voteTransfer',
  'GET /activity/api/v1/vote/idol/getVoteIdolTeams',
  'GET /activity/api/v1/vote/idol/getAllIdolList',
  'POST /activity/api/v1/vote/doVote',
  'GET /activity/api/v1/vote/getVoteExchangeRecord',
  'GET /activity/api/v1/vote/getVoteTransferRecord',
  'GET /activity/api/v1/vote/voteRecord',
  'GET /activity/api/v1/packet/getAllBlindBox',
  'GET /activity/api/v1/packet/getActivityDetail',
  'GET /activity/api/v1/packet/myNft',
  'GET /activity/api/v1/packet/getAllPacket',
  'GET /activity/api/v1/packet/grabPackage',
  'POST /activity/api/v1/packet/drawRedEnvelopesCount',
  'POST /activity/api/v1/packet/drawRedEnvelopes',
  'POST /activity/api/v1/jplive/token',
  'POST /activity/api/v1/jplive/ticket/buy',
  'POST /activity/api/v1/jplive/statistics/play_count',
  'POST /activity/api/v1/vote/doPreSongVote',
  'POST /activity/api/v1/vote/doSongVote',
  'GET /activity/api/v1/vote/mySongVoteList',
  'POST /task/api/v1/task/getTasksList',
  'POST /task/api/v1/task/completeAndClaimPoint',
  'POST /task/api/v1/taskItem/getRankingLinks',
  'POST /task/api/v1/taskItem/confirmView',
  'POST /task/api/v1/idolManagement/getSearchIdolOptions',
  'POST /task/api/v1/idolManagement/getTop16Ranking',
  'POST /task/api/v1/taskItem/getQuestion',
  'POST /task/api/v1/taskItem/getAnswer',
  'POST /task/api/v1/taskItem/completeExams',
  'POST /task/api/v1/twitter/requestTokenLink',
  'POST /task/api/v1/twitter/getTokenAndBind',
  'POST /task/api/v1/twitter/getLatestTweetId',
  'POST /task/api/v1/twitter/unBindTwitter',
  'POST /task/api/v1/discord/getTokenAndBind',
  'POST /task/api/v1/discord/requestLoginLink',
  'POST /task/api/v1/discord/unBindDiscord',
  'POST /task/api/v1/task/getMediaInfo',
  'POST /task/api/v1/riddle/consume',
  'POST /task/api/v1/riddle/getRiddleList',
  'POST /task/api/v1/riddle/submitAnswers',
  'POST /task/api/v1/riddle/getMyAnswers',
  'POST /task/api/v1/riddle/getCorrectAnswers',
  'POST /task/api/v1/riddle/getUserRiddleStatus',
  'POST /task/api/v1/riddle/setOpenPopStatus',
  'POST /task/api/v1/taskItem/getBanner',
  'POST /task/api/v1/taskItem/getActivitiesTime',
  'POST /task/api/v1/taskItem/getActivityInfo',
  'POST /task/api/v1/taskItem/getActivityTime',
  'POST /task/api/v1/taskItem/getActivityParticipateRecords',
  'GET /task/api/v1/staking/info',
  'POST /task/api/v1/staking/doStaking',
  'GET /task/api/v1/staking/records',
  'GET /task/api/v1/staking/rewards',
  'POST /task/api/v1/staking/receive',
  'POST /wallet/api/v1/user/metaMaskLogin',
  'POST /wallet/api/v1/user/register',
  'POST /wallet/api/v1/user/login',
  'POST /wallet/api/v1/user/getPublicKey',
  'POST /wallet/api/v1/user/forgotPassword',
  'POST /wallet/api/v1/user/logout',
  'POST /wallet/api/v1/user/deleteUser',
  'GET /wallet/api/v1/user/sendEmail',
  'POST /wallet/api/v1/user/getAssetDetail',
  'POST /wallet/api/v1/userExpand/checkMailRegister',
  'POST /wallet/api/v1/userExpand/getNftExchangeRecord',
  'POST /wallet/api/v1/userExpand/getReceivedPointRecords',
  'POST /wallet/api/v1/userExpand/transferTicketRecords',
  'POST /wallet/api/v1/userExpand/getFreeTestCoin',
  'POST /wallet/api/v1/userExpand/getVoteRecords',
  'POST /wallet/api/v1/userExpand/userInviteRecords',
  'POST /wallet/api/v1/userExpand/getPendingPoints',
  'POST /wallet/api/v1/userExpand/getUserAndAllPointRank',
  'POST /wallet/api/v1/userExpand/getUserInfo',
  'POST /wallet/api/v1/userExpand/updateAccountInfo',
  'POST /wallet/api/v1/userExpand/uploadAvatar',
  'POST /wallet/api/v1/userExpand/updateAccountPassword',
  'POST /wallet/api/v1/userExpand/updateWeb3Email',
  'POST /wallet/api/v1/userExpand/updateAccountEmail',
  'POST /wallet/api/v1/userExpand/getUsersCallRank',
  'POST /wallet/api/v1/pointsMall/getPointExchangeList',
  'POST /wallet/api/v1/pointsMall/exchangeTicket',
  'POST /wallet/api/v1/pointsMall/transferVotes',
  'POST /wallet/api/v1/pointsMall/getPointToNftList',
  'POST /wallet/api/v1/pointsMall/summitBuy',
  'POST /wallet/api/v1/pointsMall/getOrderList',
  'POST /wallet/api/v1/pointsMall/getHandlerStatus',
  'POST /wallet/api/v1/pointsMall/participateActivity',
  'POST /wallet/api/v1/pointsMall/getActivityAvailableBalance',
  'POST /wallet/api/v1/ticketVote/voteForIdol',
] satisfies readonly (keyof Contract)[];
// Every call lies below the prefix of its service, except the configuration.
type Service = 'activity' | 'analytics' | 'content' | 'operator' | 'task' | 'wallet';
type Elsewhere = Exclude<
  keyof Contract | `PUT ${typeof segmentUploadPath | typeof videoUploadPath}`,
  `${string} /${Service}/api/v1/${string}`
>;
({ 'GET /config': true }) satisfies Record<Elsewhere, true>;
