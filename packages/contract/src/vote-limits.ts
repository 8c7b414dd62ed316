/** Refusals by a limit that the rules of an election may set, in the order of their publication. */
export const voteLimitCodes = {
  ACCOUNT_TOO_YOUNG: 3040,
  PAID_SHARE_REACHED: 3041,
  ENDING_LIMIT_REACHED: 3042,
} as const;

export type VoteLimitRefusal = keyof typeof voteLimitCodes;

export const voteLimitRefusals = Object.keys(voteLimitCodes) as VoteLimitRefusal[];

export const voteLimitTexts = {
  ACCOUNT_TOO_YOUNG: {
    en_US: 'Accounts can vote here {hours} {hours: hour | hours} after signing up. Yours can from {from}.',
    zh_TW: '註冊滿 {hours} 小時的帳號才能投票，你的帳號從 {from}起可以投票。',
  },
  PAID_SHARE_REACHED: {
    en_US:
      'At most {percent}% of your votes in a day can be other than free ones. ' +
      'You can cast {left} more {left: vote | votes} today.',
    zh_TW: '每天投出的票中，非免費票最多占 {percent}%。你今天還可以投 {left} 票。',
  },
  ENDING_LIMIT_REACHED: {
    en_US: 'Votes are limited near the end. You can cast {left} more {left: vote | votes} until {until}.',
    zh_TW: '接近截止，投票數有限制。在 {until}之前，你還可以投 {left} 票。',
  },
} as const;
