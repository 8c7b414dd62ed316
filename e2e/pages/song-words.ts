import { wordsOf } from './texts.ts';

/** What fans read in the song event, by language. */
export const songWordsIn = wordsOf({
  search: 'songs.search',
  inFinal: { en_US: /^In the final/, zh_TW: /^決選歌曲/ },
  allSongs: { en_US: /^All songs/, zh_TW: /^全部歌曲/ },
  wanted: { en_US: 'Late Again', zh_TW: '又遲到了' },
  play: 'songs.play',
  stop: 'songs.stop',
  previewProgress: 'songs.previewProgress',
  voteFor: (say) => (title: string) => say('songs.voteFor', { title }),
  cast: (say) => (count: number) => say('songs.cast', { count }),
  counted: (say) => (count: number) => say('songs.counted', { count }),
  receipt: 'songs.receipt',
  getVotes: 'songs.getVotes',
  votePacks: 'mall.tab.votes',
  receiptOf: (say) => (title: string, count: number) => say('songs.receiptOf', { title, count }),
  mine: 'songs.mine',
  nominate: (say) => (title: string) => say('songs.nominateOf', { title }),
  nominated: 'songs.nominated',
  nominatedToday: 'songs.nominatedToday',
  noneNominated: 'songs.noneNominated',
});
