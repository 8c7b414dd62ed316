import { wordsOf } from './texts.ts';

/** The words by which a fan is told what stands between them and a reward, in both languages. */
export const limitWordsIn = wordsOf({
  claim: { en_US: /^Claim: /, zh_TW: /^領取：/ },
  checked: 'task.state.held',
  soldOut: 'task.state.soldOut',
  locked: 'task.state.unlicensed',
  received: 'task.heldToast',
  held: {
    en_US:
      'Held for a look: several accounts have claimed this reward on your device today. You get it within 72 hours, unless the look finds a reason against it.',
    zh_TW: '審核中：今天這台裝置上有多個帳號領取這個獎勵。最晚 72 小時內入帳，若未通過會告訴您原因。',
  },
  refused: { en_US: 'This reward was refused: One reward for each home.', zh_TW: '這個獎勵未通過審核：每戶限領一次。' },
  isRefused: 'task.state.refused',
  givenAway: {
    en_US: 'This reward is sold out: all of its Points have been given away.',
    zh_TW: '這個獎勵已經發完，積分全數送出。',
  },
  tooNew: {
    en_US: 'For accounts that are 3 days old. Yours will be in 3 days.',
    zh_TW: '限註冊滿 3 天的帳號，您的帳號再 3 天就能參加。',
  },
  tooLow: {
    en_US: 'For fans who have earned 500 Points. You need 500 more.',
    zh_TW: '限累計賺到 500 積分的粉絲，您還差 500 積分。',
  },
  elsewhere: {
    en_US: 'For fans in Taiwan or Japan only. Where you are could not be told.',
    zh_TW: '僅限台灣或日本的粉絲。目前無法得知您的所在地區。',
  },
});
