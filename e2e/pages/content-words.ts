import { wordsOf } from './texts.ts';

/** What the parts around tasks say: banners, records, the election, the sixteen. */
export const contentWordsIn = wordsOf({
  banners: 'banners.label',
  bannerPlace: (say) => (place: number, total: number) => say('banners.place', { place, total }),
  nextBanner: 'banners.next',
  previousBanner: 'banners.previous',
  stopBanners: 'banners.pause',
  moveBanners: 'banners.play',
  videoBanner: { en_US: 'Your fifteen seconds', zh_TW: '屬於你的十五秒' },
  records: 'myTasks.title',
  recordList: 'myTasks.records',
  noRecords: 'myTasks.none',
  started: 'myTasks.started',
  searchTask: { en_US: 'Put her name out there', zh_TW: '讓大家都搜得到她' },
  aboutElection: { en_US: 'About Center of the Night Sky. Voting closes', zh_TW: '與「夜空中央總選」有關，投票至' },
  rules: 'taskElection.rules',
  topSixteen: 'topSixteen.title',
  numbers: (say) => say('search.placeholderNumbers', { first: 1, last: 24 }),
});
