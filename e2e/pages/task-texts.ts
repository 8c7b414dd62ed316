import { textsOf } from './texts.ts';

/** The words by which a fan finds things among the tasks, in both languages. */
export const taskWordsIn = textsOf({
  tabs: {
    en_US: ['All tasks', 'Visiting', 'Lucky', 'Cheer', 'Promotional', 'Link', 'X', 'Discord'],
    zh_TW: ['全部任務', '瀏覽', '幸運', '應援', '推廣', '連結', 'X', 'Discord'],
  },
  promotional: 'tasks.tab.promotional',
  states: {
    completed: 'task.state.completed',
    stayTuned: 'task.stayTuned',
    unlicensed: 'task.state.unlicensed',
  },
  awarded: 'task.awarded',
  leftToday: 'tasks.leftToday',
  dailyReset: {
    en_US: /^Daily tasks reset \w{3}, [A-Z][a-z]+ \d+(st|nd|rd|th), \d\d:\d\d$/,
    zh_TW: /^每日任務重置：\d+月\d+日（週.）\d\d:\d\d$/,
  },
  search: 'tasks.search',
  typed: { en_US: 'À COMET', zh_TW: '　彗星　' },
  found: { en_US: 'Visit Team Comet', zh_TW: '拜訪彗星隊' },
  nobody: (say) => say('tasks.notFound', { keyword: 'zzz' }),
  showAll: 'tasks.showAll',
  unknown: 'tasks.unknown',
  checkIn: { en_US: 'Check in every day', zh_TW: '每天簽到' },
  poster: { en_US: 'See the poster of the last night', zh_TW: '搶先看最後一夜的海報' },
  mallVisit: { en_US: 'Visit the mall', zh_TW: '逛逛商城' },
  trio: {
    labels: {
      en_US: ['Rank search link', 'Homepage link', 'Channel address'],
      zh_TW: ['排名搜尋連結', '首頁連結', '頻道網址'],
    },
    done: (say) => say('visit.linksDone', { done: 3, total: 3 }),
    claim: (say) => say('visit.claim', { points: 60 }),
  },
  invite: {
    title: { en_US: 'Bring two friends with good voices', zh_TW: '揪兩個嗓門大的朋友' },
    pending: { en_US: '100 more Points on the way', zh_TW: '還有 100 點數入帳' },
    claim: { en_US: /^Claim: /, zh_TW: /^領取：/ },
    paid: { en_US: '+200 Points', zh_TW: '獲得 200 點數' },
    friends: 'myInvites.title',
  },
  calendar: {
    title: 'checkIn.calendar',
    count: (say) => say('checkIn.calendarCount', { count: 1 }),
    today: { en_US: /checked in today$/, zh_TW: /已簽到 今天$/ },
  },
  timed: {
    opensIn: { en_US: /Opens in \d\d:\d\d/, zh_TW: /\d\d:\d\d 後開放/ },
    endsIn: { en_US: /Ends in \d\d:\d\d/, zh_TW: /\d\d:\d\d 後結束/ },
    ended: 'task.ended',
  },
});
