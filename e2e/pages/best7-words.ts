import type { Language } from '@lightstick/contract';

/** The words by which a fan finds their way through casting a Best 7 ballot. */
export const best7WordsIn = {
  en_US: {
    choose: 'Choose your idols',
    chooseMore: 'Choose 7 more',
    cast: 'Cast my ballot',
    counted: 'Your ballot is counted',
    done: 'Done',
    today: 'Today’s ballot is cast',
    results: 'The seven so far',
    firstIsYours: 'Your place 1: +7',
    myBallots: 'My ballots',
    castOn: /^Cast on /,
    place: (place: number, name: string) => `Place ${place}: ${name}, ${8 - place} ${place === 7 ? 'point' : 'points'}`,
  },
  zh_TW: {
    choose: '選擇偶像',
    chooseMore: '還要再選 7 位',
    cast: '投出我的選票',
    counted: '您的選票已計入',
    done: '完成',
    today: '今天的選票已投出',
    results: '目前的七人',
    firstIsYours: '您的第 1 位：+7',
    myBallots: '我的選票',
    castOn: /^投票時間 /,
    place: (place: number, name: string) => `第 ${place} 位：${name}，${8 - place} 分`,
  },
} as const satisfies Record<Language, object>;
