/** Query keys that more than one feature names: one feature's action makes data of another out of date. */
export const queryKeys = {
  config: ['config'],
  assets: ['assets'],
  profile: ['profile'],
  fanRanking: ['fanRanking'],
  mediaInfo: ['mediaInfo'],
  /** Part of `mediaInfo`: through another linked account it has another address. */
  latestPost: ['mediaInfo', 'latestPost'],
  devices: ['devices'],
  /** Part of `assets`: a changed balance may have a new entry here. */
  receivedPoints: ['assets', 'received'],
  pendingPoints: ['assets', 'pending'],
  expiry: ['assets', 'expiry'],
  expiryRecords: ['assets', 'expired'],
  testCoins: ['assets', 'testCoins'],
  invites: ['assets', 'invites'],
  tasks: ['tasks'],
  fanVideos: ['fanVideos'],
  offers: ['offers'],
  exchanges: ['exchanges'],
  activities: ['activities'],
  activity: (activityId: string) => ['activity', activityId] as const,
  summary: (activityId: string) => ['summary', activityId] as const,
  ranking: (activityId: string) => ['ranking', activityId] as const,
  idols: (activityId: string) => ['idols', activityId] as const,
  teams: (activityId: string) => ['teams', activityId] as const,
  /** Votes, tickets and the free votes of today; the prefix covers every activity. */
  myVotes: ['myVotes'],
  conversions: ['conversions'],
  voteRecord: ['voteRecord'],
  /** The song event: its songs, and the fan's votes and tickets for them. */
  songs: ['songs'],
  /** Packets, boxes and draws, with the fan's own part: attempts are earned by votes and tasks. */
  luck: ['luck'],
  /** Live rooms, with the fan's ticket and reminder. */
  live: ['live'],
} as const;
