import type { Language } from '@lightstick/contract';

const english = {
  claim: /^Claim: /,
  checked: 'Being checked',
  soldOut: 'Sold out',
  locked: 'Locked',
  received: 'Received, and held for a look',
  held: 'Held for a look: several accounts have claimed this reward on your device today. You get it within 72 hours, unless the look finds a reason against it.',
  refused: 'This reward was refused: One reward for each home.',
  isRefused: 'Refused',
  givenAway: 'This reward is sold out: all of its Points have been given away.',
  tooNew: 'For accounts that are 3 days old. Yours will be in 3 days.',
  tooLow: 'For fans who have earned 500 Points. You need 500 more.',
  elsewhere: 'For fans in Taiwan or Japan only. Where you are could not be told.',
} as const;

type LimitWords = { readonly [Key in keyof typeof english]: unknown };

const chinese = {
  claim: /^領取：/,
  checked: '審核中',
  soldOut: '已發完',
  locked: '未解鎖',
  received: '已收到，審核後入帳',
  held: '審核中：今天這台裝置上有多個帳號領取這個獎勵。最晚 72 小時內入帳，若未通過會告訴您原因。',
  refused: '這個獎勵未通過審核：每戶限領一次。',
  isRefused: '未通過',
  givenAway: '這個獎勵已經發完，積分全數送出。',
  tooNew: '限註冊滿 3 天的帳號，您的帳號再 3 天就能參加。',
  tooLow: '限累計賺到 500 積分的粉絲，您還差 500 積分。',
  elsewhere: '僅限台灣或日本的粉絲。目前無法得知您的所在地區。',
} as const satisfies LimitWords;

/** The words by which a fan is told what stands between them and a reward, in both languages. */
export const limitWordsIn = { en_US: english, zh_TW: chinese } as const satisfies Record<Language, LimitWords>;
