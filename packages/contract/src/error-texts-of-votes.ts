import { voteLimitTexts } from './vote-limits.ts';
import type { Wordings } from './errors.ts';

/** Texts of balance, vote, gift, Best 7 and mall errors (20xx, 30xx, 50xx). */
export const voteTexts = {
  INSUFFICIENT_POINTS: {
    en_US: 'You need {missing} more {missing: Point | Points}.',
    zh_TW: '還差 {missing} 點。',
  },
  INSUFFICIENT_TICKETS: {
    en_US: 'You need {missing} more {missing: ticket | tickets}.',
    zh_TW: '還差 {missing} 張投票券。',
  },
  INSUFFICIENT_VOTES: { en_US: 'You need {missing} more {missing: vote | votes}.', zh_TW: '還差 {missing} 票。' },

  ACTIVITY_NOT_FOUND: { en_US: 'We can’t find this election.', zh_TW: '找不到這個投票活動。' },
  IDOL_NOT_FOUND: { en_US: 'This idol isn’t in this election.', zh_TW: '這位偶像沒有參加此活動。' },
  IDOL_WITHDRAWN: {
    en_US: 'This idol has withdrawn from the election. Votes cast for her stay in your records.',
    zh_TW: '這位偶像已退出此活動，投給她的票仍保留在你的紀錄中。',
  },
  VOTING_NOT_OPEN: { en_US: 'Voting hasn’t opened yet.', zh_TW: '投票尚未開始。' },
  VOTING_BETWEEN_ROUNDS: {
    en_US: 'This round is over. The next one opens on {opensAt}.',
    zh_TW: '這一輪已經結束，下一輪將於 {opensAt}開始。',
  },
  ROUND_NOT_SETTLED: {
    en_US: 'We’re still counting the last round. The next one opens right after.',
    zh_TW: '上一輪的計票尚未完成，完成後下一輪立即開始。',
  },
  IDOL_NOT_IN_ROUND: {
    en_US: 'This idol didn’t make it to this round. Vote for another one.',
    zh_TW: '這位偶像沒有晉級這一輪，請投給其他偶像。',
  },
  VOTING_ENDED: { en_US: 'Voting has ended.', zh_TW: '投票已經結束。' },
  DAILY_CAP_REACHED: {
    en_US: 'You can cast {left} more {left: vote | votes} today.',
    zh_TW: '今天還可以投 {left} 票。',
  },
  ...voteLimitTexts,
  CONVERSION_CHANGED: {
    en_US: 'These tickets now bring {votes} {votes: vote | votes}. Nothing was converted.',
    zh_TW: '這些投票券目前可換 {votes} 票，本次尚未兌換。',
  },
  RULES_NOT_PUBLISHED: {
    en_US: 'This election’s rules aren’t published yet.',
    zh_TW: '這個活動尚未公布規則。',
  },
  RESULT_NOT_FINAL: { en_US: 'The result isn’t final yet.', zh_TW: '結果尚未確定。' },
  RECEIVER_NOT_FOUND: {
    en_US: 'No fan can receive gifts with this fan code or email. Check it with them.',
    zh_TW: '找不到可以收禮的粉絲，請向對方確認粉絲代碼或電子郵件。',
  },
  GIFT_TO_ONESELF: { en_US: 'That’s you. Choose another fan.', zh_TW: '這是你自己，請輸入其他粉絲。' },
  GIFT_DAILY_LIMIT: {
    en_US: 'You can give {limit} {limit: ticket | tickets} a day. You have {left} left today.',
    zh_TW: '每天最多可贈送 {limit} 張投票券，今天還可以送 {left} 張。',
  },
  GIFT_RECEIVER_FULL: {
    en_US: 'This fan can’t receive that many tickets today. Give fewer, or try tomorrow.',
    zh_TW: '對方今天無法再收這麼多投票券，請減少張數或明天再試。',
  },
  GIFT_EMAILS_USED_UP: {
    en_US: 'You’ve entered fans’ emails {limit} {limit: time | times} today. Use a fan code, or try tomorrow.',
    zh_TW: '你今天已輸入粉絲的電子郵件 {limit} 次，請改用粉絲代碼，或明天再試。',
  },

  FOLLOWING_FULL: {
    en_US: 'You can follow up to {limit} idols. Unfollow one, then follow her.',
    zh_TW: '你已追蹤 {limit} 位偶像，達到上限。請先取消追蹤一位，再追蹤她。',
  },

  STREAK_NOT_BROKEN: {
    en_US: 'There’s no missed day to mend. You can mend yesterday if you had a streak the day before.',
    zh_TW: '目前沒有可以補的日子。前天還在連續紀錄中，才能補昨天。',
  },
  STREAK_MENDED_THIS_MONTH: {
    en_US: 'You’ve already mended a day this month. You can mend again next month.',
    zh_TW: '你這個月已經補過一天，下個月可以再補。',
  },
  BADGE_NOT_EARNED: {
    en_US: 'You haven’t earned this badge yet. Choose one of yours, or see on Me how to earn it.',
    zh_TW: '你還沒有獲得這枚徽章。請選擇已獲得的徽章，或到「我的」查看獲得方式。',
  },

  SONG_NOT_FOUND: { en_US: 'We can’t find this song in the event.', zh_TW: '活動中找不到這首歌。' },
  SONG_NOT_NOMINATED: { en_US: 'This song isn’t in the final.', zh_TW: '這首歌沒有進入決選。' },
  SONG_NOMINATED_TODAY: {
    en_US: 'You’ve nominated this song today. Nominate it again tomorrow.',
    zh_TW: '你今天已提名過這首歌，明天可以再提名。',
  },
  NOMINATIONS_NOT_OPEN: { en_US: 'Nominations haven’t opened yet.', zh_TW: '提名尚未開始。' },
  NOMINATIONS_ENDED: { en_US: 'Nominations have closed.', zh_TW: '提名已經截止。' },

  BEST7_POLL_NOT_FOUND: { en_US: 'We can’t find this Best 7 poll.', zh_TW: '找不到這個最佳七人票選。' },
  BEST7_NOT_OPEN: { en_US: 'Best 7 isn’t open yet.', zh_TW: '最佳七人尚未開放投票。' },
  BEST7_ENDED: { en_US: 'Best 7 has ended.', zh_TW: '最佳七人票選已經結束。' },
  BEST7_ALREADY_CAST: { en_US: 'You’ve already cast today’s ballot.', zh_TW: '你今天已經投過最佳七人了。' },
  BEST7_IDOL_UNKNOWN: {
    en_US: 'An idol on this ballot isn’t in this poll.',
    zh_TW: '選票上有偶像沒有參加這次票選。',
  },
  BEST7_IDOL_TWICE: {
    en_US: 'The same idol is on this ballot twice. Choose seven different idols.',
    zh_TW: '選票上有重複的偶像，請選出七位不同的偶像。',
  },

  OFFER_NOT_FOUND: { en_US: 'We can’t find this offer.', zh_TW: '找不到這個兌換項目。' },
  OFFER_NOT_OPEN: { en_US: 'This offer isn’t open yet.', zh_TW: '這個兌換項目尚未開放。' },
  OFFER_ENDED: { en_US: 'This offer has ended.', zh_TW: '這個兌換項目已經結束。' },
  OFFER_SOLD_OUT: {
    en_US: 'Not enough left: {left} available.',
    zh_TW: '數量不足，目前剩下 {left} 份。',
  },
  OFFER_LIMIT_REACHED: {
    en_US: 'The limit is {limit} per fan. You can exchange {left} more.',
    zh_TW: '每人限兌換 {limit} 份，你還可以兌換 {left} 份。',
  },
  OFFER_CHANGED: { en_US: 'The price has changed. Check it and try again.', zh_TW: '價格已經變更，請確認後再試。' },
  NFT_NOT_FOUND: { en_US: 'This NFT isn’t in your collection.', zh_TW: '你的收藏中沒有這個 NFT。' },
  NFT_LEFT_CUSTODY: {
    en_US: 'This NFT is already in a wallet, or on its way there.',
    zh_TW: '這個 NFT 已經在錢包中，或正在移入錢包。',
  },
  NFT_WALLET_MISSING: { en_US: 'Link a wallet first.', zh_TW: '請先連結錢包。' },
  NFT_MOVES_USED_UP: {
    en_US: 'You can move {limit} {limit: NFT | NFTs} a day. Move more after {nextAt}.',
    zh_TW: '每天最多可將 {limit} 個 NFT 移入錢包，{nextAt}後可以再移入。',
  },
  NFT_FEE_CHANGED: { en_US: 'The fee has changed. Check it and try again.', zh_TW: '手續費已經變更，請確認後再試。' },
  NFT_STAYS_IN_CUSTODY: {
    en_US: 'NFTs can’t move to wallets yet. We keep yours safe until they can.',
    zh_TW: '目前還不能將 NFT 移入錢包，我們會先替你妥善保管。',
  },
  CHAIN_TRANSACTION_NOT_IMPOSSIBLE: {
    en_US: 'Only a mint that is impossible can be retried.',
    zh_TW: '只有無法完成的鑄造可以重試。',
  },
} as const satisfies Wordings;

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
    en_US: 'You’re out of draws. Earn more before {nextAt}.',
    zh_TW: '抽獎次數已用完，{nextAt}前完成任務可再獲得。',
  },
} as const satisfies Wordings;

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
  STAKE_TOO_SMALL: { en_US: 'Stake at least {least} Points.', zh_TW: '每次至少質押 {least} 點數。' },
  STAKE_TOO_LARGE: { en_US: 'Stake at most {most} Points at a time.', zh_TW: '每次最多質押 {most} 點數。' },
  STAKE_LIMIT_REACHED: {
    en_US: 'The limit is {limit} staked Points per fan. You can stake {left} more.',
    zh_TW: '每人最多質押 {limit} 點數，你還可以質押 {left} 點數。',
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
