import { wordsOf } from './texts.ts';

/** What the screen of riddles says. */
export const riddleWordsIn = wordsOf({
  task: { en_US: 'Riddles under the stars', zh_TW: '星空下的謎題' },
  title: 'riddles.title',
  round: {
    id: { en_US: 'night-two', zh_TW: 'night-three' },
    title: { en_US: 'Round 2: On stage', zh_TW: '第三輪：漲潮' },
    solutions: { en_US: ['ＭＩＣＲＯＰＨＯＮＥ', ' light-stick!'], zh_TW: ['潮 水', '灯塔'] },
  },
  unlock: (say) => say('riddles.unlock', { points: 30 }),
  pay: (say) => say('riddles.pay', { points: 30 }),
  unlocked: 'riddles.unlocked',
  riddle: (say) => (number: number) => say('riddles.number', { number }),
  answer: 'riddles.answer',
  handIn: 'riddles.save',
  handInChanges: 'riddles.saveChanges',
  handedIn: { en_US: /Handed in/, zh_TW: /已於 .+ 送出/ },
  wrong: { en_US: 'A very small door', zh_TW: '一扇很小的門' },
  won: 'riddles.won',
  reward: { en_US: '+60 Points', zh_TW: '+50 積分' },
  solution: { en_US: 'Microphone', zh_TW: '潮汐' },
  done: 'common.done',
  signIn: 'riddles.signIn',
  tooFew: (say) => say('mall.tooFewPoints', { missing: 30 }),
  full: { en_US: /All places of this round are taken/, zh_TW: /本輪名額已滿/ },
  tooLate: { en_US: /This round of riddles has closed/, zh_TW: /這一輪謎題已經截止/ },
  askAgain: 'mall.askAgain',
  waitsForLook: 'riddles.refused.held',
});

export type RiddleWords = (typeof riddleWordsIn)['en_US'];
