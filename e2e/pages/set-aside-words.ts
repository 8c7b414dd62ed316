import { wordsOf } from './texts.ts';

/** The words about votes that were set aside, in both languages. */
export const setAsideWordsIn = wordsOf({
  cast: (say) => say('setAside.cast', { count: 3 }),
  why: { en_US: 'Several accounts have voted on this device within a day.', zh_TW: '這台裝置在一天內有多個帳號投票。' },
  nothingToDo: { en_US: 'You need do nothing.', zh_TW: '您不需要做任何事' },
  waiting: 'setAside.state.quarantined',
  released: 'setAside.state.released',
  itCounts: 'setAside.note.released',
  reason: { en_US: 'A family shares this device.', zh_TW: '家人共用同一台裝置。' },
  line: { en_US: /^Votes set aside: /, zh_TW: /^曾暫不計入 / },
  title: 'setAside.title',
  state: 'records.state',
  ofIdol: (say) => say('setAside.ofIdol', { quarantined: 0, voided: 0 }),
});
