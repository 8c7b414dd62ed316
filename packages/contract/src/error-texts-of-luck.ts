import type { Wordings } from './wording.ts';

/** Texts of packet, box and draw errors (60xx). */
export const luckTexts = {
  PACKET_NOT_FOUND: { en_US: 'We can’t find this red packet.', zh_TW: '找不到這個紅包。' },
  PACKET_NOT_OPEN: { en_US: 'This red packet opens on {opensAt}.', zh_TW: '這個紅包將於 {opensAt}開搶。' },
  PACKET_SOLD_OUT: { en_US: 'All shares are gone. Try the next red packet.', zh_TW: '紅包已被搶光，下一個再加油！' },
  PACKET_ENDED: { en_US: 'This red packet has ended.', zh_TW: '這個紅包已經結束。' },
  LUCK_ACCOUNT_TOO_YOUNG: {
    en_US: 'Accounts can join {hours} {hours: hour | hours} after signing up. Yours can from {from}.',
    zh_TW: '註冊滿 {hours} 小時的帳號才能參加，你的帳號從 {from}起可以參加。',
  },
  LUCK_REGION_CLOSED: { en_US: 'For fans in {regions} only. {here}', zh_TW: '僅限{regions}的粉絲。{here}' },
  CAMPAIGN_NOT_FOUND: { en_US: 'We can’t find this box or draw.', zh_TW: '找不到這個盲盒或抽獎。' },
  CAMPAIGN_NOT_OPEN: { en_US: 'It opens on {opensAt}.', zh_TW: '將於 {opensAt}開始。' },
  CAMPAIGN_ENDED: { en_US: 'It has ended.', zh_TW: '已經結束。' },
  CAMPAIGN_SOLD_OUT: { en_US: 'Sold out. All prizes are gone.', zh_TW: '已售完，所有獎品都已送出。' },
  CAMPAIGN_LIMIT_REACHED: {
    en_US: 'The limit is {limit} per fan. You can take {left} more.',
    zh_TW: '每人上限 {limit} 次，你還可以參加 {left} 次。',
  },
  CAMPAIGN_CHANGED: {
    en_US: 'Price, odds or seed have changed. Check them and try again.',
    zh_TW: '價格、機率或種子已經更新，請確認後再試。',
  },
  CAMPAIGN_TOO_MANY: {
    en_US: 'Only {left} {left: prize is | prizes are} left. Open fewer.',
    zh_TW: '只剩 {left} 份獎品，請減少開盒數量。',
  },
  ATTEMPTS_USED_UP: {
    en_US: 'No draws left. Earn more until {nextAt}.',
    zh_TW: '抽獎次數已用完，{nextAt}前完成任務可再獲得。',
  },
} as const satisfies Wordings;
