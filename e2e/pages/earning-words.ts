import type { Language } from '@lightstick/contract';

const english = {
  invites: {
    title: 'Invite friends',
    nobody: 'Nobody has come by your link yet.',
    copyLink: 'Copy link',
    share: 'Share',
    records: 'Friends you brought',
    waiting: 'Waiting for a first vote',
    rewarded: 'Rewarded',
    left: '19 rewards are left.',
    full: 'You have been rewarded for 20 friends',
  },
  points: {
    pending: 'On the way',
    received: 'Received',
    claimTask: 'Done. Claim it on the task page',
    awaitVote: 'Comes with their first vote',
    nothingPending: 'Nothing is waiting for you right now.',
    none: 'You have not received any Points yet.',
    gift: 'A gift from Lightstick',
    brought: (nickname: string) => `You brought ${nickname}`,
    mallVisit: 'Window-shop',
  },
  assets: {
    title: 'My assets',
    take: 'Take 10 test coins',
    taken: 'You got 10 test coins',
    next: /Next ones in \d\d:\d\d:\d\d/,
    earn: 'Earn Points',
    tooSoon: 'You have taken the test coins of today.',
  },
  fans: {
    title: 'Fan ranking',
    allTime: 'All time',
    thisWeek: 'This week',
    myPlace: 'Your place',
    notYet: 'Not ranked yet: earn your first Points',
    me: 'You',
    podium: 'The top three',
  },
};

export type EarningWords = typeof english;

const chinese: EarningWords = {
  invites: {
    title: '邀請好友',
    nobody: '還沒有人透過您的連結加入',
    copyLink: '複製連結',
    share: '分享',
    records: '您邀請的好友',
    waiting: '等待首次投票',
    rewarded: '已發放獎勵',
    left: '還有 19 個獎勵名額。',
    full: '您已領滿 20 位好友的獎勵',
  },
  points: {
    pending: '即將入帳',
    received: '已獲得',
    claimTask: '已完成，前往任務頁領取',
    awaitVote: '好友首次投票後入帳',
    nothingPending: '目前沒有待領的積分。',
    none: '您還沒有獲得積分',
    gift: 'Lightstick 的禮物',
    brought: (nickname) => `邀請了 ${nickname}`,
    mallVisit: '逛逛商城',
  },
  assets: {
    title: '我的資產',
    take: '領取 10 個測試幣',
    taken: '您獲得了 10 個測試幣',
    next: /\d\d:\d\d:\d\d 後可再領取/,
    earn: '賺取積分',
    tooSoon: '您已經領過今天的測試幣',
  },
  fans: {
    title: '粉絲排行',
    allTime: '總排行',
    thisWeek: '本週',
    myPlace: '您的名次',
    notYet: '尚未上榜，先去獲得積分吧',
    me: '您',
    podium: '前三名',
  },
};

/** What the screens of what fans have, got and brought say. */
export const earningWordsIn: Readonly<Record<Language, EarningWords>> = { en_US: english, zh_TW: chinese };
