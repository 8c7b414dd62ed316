import type { Language } from '@lightstick/contract';

const english = {
  task: 'Riddles under the stars',
  title: 'Riddles',
  /** The round that is played, and what solves its first two riddles in another spelling than the pack's. */
  round: { id: 'night-two', title: 'Round 2: On stage', solutions: ['ＭＩＣＲＯＰＨＯＮＥ', ' light-stick!'] },
  unlock: 'Unlock for 30 Points',
  pay: 'Pay 30 Points',
  unlocked: 'Unlocked',
  riddle: (number: number) => `Riddle ${number}`,
  answer: 'Your answer',
  handIn: 'Hand in',
  handInChanges: 'Hand in changes',
  handedIn: /Handed in/,
  wrong: 'A very small door',
  won: 'The riddles paid off!',
  reward: '+60 Points',
  solution: 'Microphone',
  done: 'Done',
  signIn: 'Sign in to play',
  tooFew: 'You need 30 more Points for this.',
  full: /All places of this round are taken/,
  tooLate: /This round of riddles has closed/,
  askAgain: 'Check again',
  waitsForLook:
    'An earlier reward of this task is being looked at, so the round cannot be unlocked yet. Your Points are untouched.',
};

export type RiddleWords = typeof english;

const chinese: RiddleWords = {
  task: '星空下的謎題',
  title: '謎題',
  round: { id: 'night-three', title: '第三輪：漲潮', solutions: ['潮 水', '灯塔'] },
  unlock: '用 30 積分解鎖',
  pay: '支付 30 積分',
  unlocked: '已解鎖',
  riddle: (number) => `第 ${number} 題`,
  answer: '您的答案',
  handIn: '送出答案',
  handInChanges: '送出修改',
  handedIn: /已於 .+ 送出/,
  wrong: '一扇很小的門',
  won: '猜謎有賞！',
  reward: '+50 積分',
  solution: '潮汐',
  done: '完成',
  signIn: '登入後開始猜',
  tooFew: '還差 30 積分才能兌換。',
  full: /本輪名額已滿/,
  tooLate: /這一輪謎題已經截止/,
  askAgain: '再次確認',
  waitsForLook: '此任務先前的獎勵仍在審核中，暫時無法解鎖這一輪。您的積分沒有變動。',
};

/** What the screen of riddles says. */
export const riddleWordsIn: Readonly<Record<Language, RiddleWords>> = { en_US: english, zh_TW: chinese };
