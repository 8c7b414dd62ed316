import type { Language } from '@lightstick/contract';

const english = {
  cast: '3 votes set aside',
  why: 'Several accounts have voted on this device within a day.',
  nothingToDo: 'You need do nothing.',
  waiting: 'Set aside',
  released: 'Released',
  itCounts: 'It counts',
  reason: 'A family shares this device.',
  line: /^Votes set aside: /,
  title: 'Votes set aside',
  state: 'State',
  ofIdol: 'Set aside 0 · voided 0',
} as const;

type SetAsideWords = { readonly [Key in keyof typeof english]: unknown };

const chinese = {
  cast: '3 票暫不計入',
  why: '這台裝置在一天內有多個帳號投票。',
  nothingToDo: '您不需要做任何事',
  waiting: '暫不計入',
  released: '恢復計入',
  itCounts: '計入票數',
  reason: '家人共用同一台裝置。',
  line: /^曾暫不計入 /,
  title: '暫不計入的票',
  state: '狀態',
  ofIdol: '暫不計入 0 · 作廢 0',
} as const satisfies SetAsideWords;

/** The words about votes that were set aside, in both languages. */
export const setAsideWordsIn = { en_US: english, zh_TW: chinese } as const satisfies Record<Language, SetAsideWords>;
