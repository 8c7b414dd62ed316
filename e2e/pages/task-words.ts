import type { Language } from '@lightstick/contract';

const english = {
  tabs: ['All tasks', 'Visiting', 'Lucky', 'Call', 'Promotional', 'Bind', 'Twitter', 'Discord'],
  promotional: 'Promotional',
  states: { available: 'Available', completed: 'Completed', stayTuned: 'Stay tuned', unlicensed: 'Locked' },
  awarded: 'Awarded',
  leftToday: 'Points still to earn today',
  dailyReset: /^Daily tasks start over on \S+day .*\d\d:\d\d$/,
  search: 'Search tasks',
  /** In another case and with an accent, as a fan may type it. */
  typed: 'À COMET',
  found: 'Wait for a comet',
  nobody: 'No task fits “zzz”.',
  showAll: 'Show all tasks',
  unknown: 'That task isn’t here.',
  checkIn: 'Say hi, every day',
  poster: 'Be there when the poster drops',
  mallVisit: 'Window-shop',
  trio: {
    title: 'Take the temperature of the race',
    labels: ['Rank search link', 'Homepage link', 'Channel address'],
    done: '3 of 3 links done',
    claim: 'Claim 60 Points',
  },
  invite: {
    title: 'Bring two friends with good voices',
    pending: '100 more Points on the way',
    claim: /^Claim: /,
    paid: '+200 Points',
    friends: 'Invite friends',
  },
  calendar: { title: 'Check-in calendar', count: '1 check-in in five weeks', today: /checked in today$/ },
  timed: { opensIn: /Opens in \d\d:\d\d/, endsIn: /Ends in \d\d:\d\d/, ended: 'Ended' },
} as const;

type TaskWords = { readonly [Key in keyof typeof english]: unknown };

const chinese = {
  tabs: ['全部任務', '瀏覽', '幸運', '應援', '推廣', '綁定', 'Twitter', 'Discord'],
  promotional: '推廣',
  states: { available: '可進行', completed: '已完成', stayTuned: '敬請期待', unlicensed: '未解鎖' },
  awarded: '已領取',
  leftToday: '今天還能賺的積分',
  dailyReset: /^每日任務於星期.*\d\d:\d\d重新開始$/,
  search: '搜尋任務',
  typed: '　彗星　',
  found: '等一顆彗星',
  nobody: '沒有符合「zzz」的任務。',
  showAll: '顯示全部任務',
  unknown: '找不到這個任務',
  checkIn: '每天來打聲招呼',
  poster: '海報公開，搶先看',
  mallVisit: '逛逛商城',
  trio: {
    title: '看看現在誰領先',
    labels: ['排名搜尋連結', '首頁連結', '頻道網址'],
    done: '已完成 3 / 3 個連結',
    claim: '領取 60 積分',
  },
  invite: {
    title: '揪兩個嗓門大的朋友',
    pending: '還有 100 積分入帳',
    claim: /^領取：/,
    paid: '獲得 200 積分',
    friends: '邀請好友',
  },
  calendar: { title: '簽到月曆', count: '近五週簽到 1 次', today: /已簽到 今天$/ },
  timed: { opensIn: /\d\d:\d\d 後開放/, endsIn: /\d\d:\d\d 後結束/, ended: '已結束' },
} as const satisfies TaskWords;

/** The words by which a fan finds things among the tasks, in both languages. */
export const taskWordsIn = { en_US: english, zh_TW: chinese } as const satisfies Record<Language, TaskWords>;
