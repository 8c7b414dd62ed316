import { wordsOf } from './texts.ts';

/** The words by which a fan finds their way through casting a Best 7 ballot. */
export const best7WordsIn = wordsOf({
  choose: 'best7.choose',
  chooseMore: (say) => say('best7.chooseMore', { count: 7 }),
  cast: 'best7.cast',
  counted: 'best7.counted',
  done: 'common.done',
  today: 'best7.todayTitle',
  results: 'best7.soFar',
  firstIsYours: (say) => say('best7.yours', { place: 1, points: 7 }),
  myBallots: 'best7.myBallots',
  castOn: (say) => say.withAny('ballots.castAt', ['at']),
  place: (say) => (place: number, name: string) => say('best7.placeOf', { place, name, points: 8 - place }),
});
