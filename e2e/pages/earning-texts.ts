import { textsOf } from './texts.ts';

/** What the screens of what fans have, got and brought say. */
export const earningWordsIn = textsOf({
  invites: {
    title: 'myInvites.title',
    nobody: 'myInvites.empty',
    copyLink: 'myInvites.copyLink',
    share: 'myInvites.share',
    records: 'myInvites.records',
    waiting: 'myInvites.pending',
    rewarded: 'myInvites.rewarded',
    left: { en_US: '19 rewards left.', zh_TW: '還有 19 個獎勵名額。' },
    full: { en_US: 'You’ve earned all 20 friend rewards', zh_TW: '你已領滿 20 位好友的獎勵' },
  },
  points: {
    pending: 'myPoints.pending',
    received: 'myPoints.received',
    claimTask: 'myPoints.claimTask',
    awaitVote: 'myPoints.awaitVote',
    nothingPending: 'myPoints.nothingPending',
    none: 'myPoints.none',
    gift: { en_US: 'A gift from Lightstick', zh_TW: 'Lightstick 的禮物' },
    brought: {
      en_US: (nickname: string) => `You invited ${nickname}`,
      zh_TW: (nickname: string) => `邀請了 ${nickname}`,
    },
    mallVisit: { en_US: 'Visit the mall', zh_TW: '逛逛商城' },
  },
  expiry: {
    coming: 'expiry.coming',
    gone: 'expiry.gone',
    until: (say) => (amount: number, day: string) => say('points.until', { amount, day }),
    spendUntil: (say) => (points: number, day: string) => say('points.spendUntil', { points, day }),
  },
  assets: {
    title: 'myAssets.title',
    take: (say) => say('testCoins.take', { amount: 10 }),
    taken: (say) => say('testCoins.taken', { amount: 10 }),
    next: { en_US: /More in \d\d:\d\d:\d\d/, zh_TW: /\d\d:\d\d:\d\d 後可再領取/ },
    earn: 'myAssets.earnPoints',
    tooSoon: { en_US: 'You’ve taken today’s test coins.', zh_TW: '你已經領過今天的測試幣' },
  },
  fans: {
    title: 'fanRanking.title',
    allTime: 'fanRanking.allTime',
    thisWeek: 'fanRanking.thisWeek',
    myPlace: 'fanRanking.myPlace',
    notYet: 'fanRanking.notYet',
    me: 'fanRanking.me',
    podium: 'podium.label',
  },
});
