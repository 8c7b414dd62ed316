import type { Wordings } from './wording.ts';

/** Texts of staking errors (80xx). */
export const stakingTexts = {
  STAKING_NOT_OPEN: { en_US: 'Staking opens on {opensAt}.', zh_TW: '質押將於 {opensAt}開放。' },
  STAKING_PAUSED: {
    en_US: 'New stakes are paused. The ones you have aren’t affected.',
    zh_TW: '目前暫停新的質押，已質押的點數不受影響。',
  },
  STAKING_ENDED: { en_US: 'Staking has ended.', zh_TW: '質押活動已經結束。' },
  STAKING_CHANGED: {
    en_US: 'The plan or its first week has changed. Check it and try again.',
    zh_TW: '方案或起算週已經更新，請確認後再試。',
  },
  STAKING_PERIOD_CLOSED: {
    en_US: 'That week has just begun, so it takes no more stakes. Try again for the next one.',
    zh_TW: '這一週剛開始，已停止加入，請再試一次，從下一週起算。',
  },
  STAKE_TOO_SMALL: { en_US: 'Stake at least {least} Points.', zh_TW: '每次至少質押 {least} 點。' },
  STAKE_TOO_LARGE: { en_US: 'Stake at most {most} Points at a time.', zh_TW: '每次最多質押 {most} 點。' },
  STAKE_LIMIT_REACHED: {
    en_US: 'The limit is {limit} staked Points per fan. You can stake {left} more.',
    zh_TW: '每人最多質押 {limit} 點，你還可以質押 {left} 點。',
  },
  STAKING_PERIOD_NOT_FOUND: { en_US: 'We can’t find this week.', zh_TW: '找不到這一週。' },
  STAKING_PERIOD_NOT_SETTLED: {
    en_US: 'This week’s pool is shared out after {endsAt}.',
    zh_TW: '這一週的獎池將在 {endsAt}之後分配。',
  },
  STAKING_BONUS_MISSING: { en_US: 'You have no Point bonus for this week.', zh_TW: '你這一週沒有點數回饋。' },
  STAKING_BONUS_RECEIVED: {
    en_US: 'You already have this week’s Point bonus.',
    zh_TW: '這一週的點數回饋已經入帳。',
  },
} as const satisfies Wordings;
