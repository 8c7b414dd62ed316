import type { Wordings } from './wording.ts';

/** Texts of errors in live rooms, their chat and the AI host's room (70xx). */
export const liveTexts = {
  LIVE_ROOM_NOT_FOUND: { en_US: 'We can’t find this room.', zh_TW: '找不到這個直播間。' },
  LIVE_ROOM_NOT_ON_AIR: { en_US: 'This room isn’t on air right now.', zh_TW: '這個直播間目前沒有播出。' },
  LIVE_ROOM_OVER: { en_US: 'This room is over.', zh_TW: '這場直播已經結束。' },
  LIVE_ROOM_CANCELLED: {
    en_US: 'This room was cancelled. Tickets are refunded automatically.',
    zh_TW: '這場直播已取消，票券會自動退款。',
  },
  LIVE_ROOM_FREE: { en_US: 'This room is free. You don’t need a ticket.', zh_TW: '這個直播間免費，不需要票券。' },
  LIVE_SOLD_OUT: { en_US: 'All tickets for this room are taken.', zh_TW: '這場直播的票券已經售完。' },
  LIVE_PRICE_CHANGED: {
    en_US: 'The price has changed. Check it and try again.',
    zh_TW: '價格已經更新，請確認後再試。',
  },
  LIVE_TICKET_MISSING: { en_US: 'You need a ticket for this room.', zh_TW: '需要票券才能進入這個直播間。' },
  LIVE_SESSION_TAKEN: {
    en_US: 'This ticket is playing on another device.',
    zh_TW: '這張票券正在另一台裝置上播放。',
  },
  LIVE_SESSION_UNKNOWN: {
    en_US: 'Your session has ended. Open the room again.',
    zh_TW: '連線已經結束，請重新進入直播間。',
  },
  LIVE_ROOM_EXISTS: { en_US: 'There is already a room with this id.', zh_TW: '已經有使用這個代號的直播間。' },
  LIVE_TIMES_WRONG: {
    en_US: 'The room must end after it opens, at most {hours} hours later, and not in the past.',
    zh_TW: '結束時間必須晚於開始時間，最長 {hours} 小時，而且不能早於現在。',
  },
  LIVE_ADDRESS_REFUSED: {
    en_US: 'This address isn’t one that the settings allow.',
    zh_TW: '設定不允許使用這個網址。',
  },
  LIVE_SOURCE_WITHOUT_KEY: {
    en_US: 'Only rooms with the source RTMP have a key.',
    zh_TW: '只有 RTMP 來源的直播間才有金鑰。',
  },
  LIVE_FAN_NOT_FOUND: { en_US: 'There is no account with this id.', zh_TW: '找不到這個帳號。' },
  LIVE_NO_PICTURE: { en_US: 'There is no picture yet.', zh_TW: '目前還沒有畫面。' },
  LIVE_NOT_HOST: {
    en_US: 'You aren’t a host of this room. The organisers name its hosts.',
    zh_TW: '你不是這個直播間的主持人，主持人由主辦單位指定。',
  },
  LIVE_STUDIO_CLOSED: {
    en_US: 'You can connect from {minutes} minutes before the room opens.',
    zh_TW: '開播前 {minutes} 分鐘起才能連線。',
  },
  LIVE_BROADCAST_NOT_FOUND: { en_US: 'We can’t find this broadcast.', zh_TW: '找不到這次直播。' },
  LIVE_BROADCAST_ENDED: {
    en_US: 'This broadcast has ended, or another device went on air.',
    zh_TW: '這次直播已經結束，或已由其他裝置接手。',
  },
  LIVE_ENCODERS_OFF: {
    en_US: 'This server takes no encoders, because LIVE_RTMP_FOLDER is not set.',
    zh_TW: '這台伺服器未設定 LIVE_RTMP_FOLDER，無法接收編碼器的訊號。',
  },
  LIVE_SEGMENT_REFUSED: {
    en_US: 'This part of the picture can’t be shown: {why}',
    zh_TW: '無法播出這段畫面：{why}',
  },

  CHAT_MISSING: { en_US: 'This room has no chat.', zh_TW: '這個直播間沒有聊天室。' },
  CHAT_CLOSED: { en_US: 'The chat is open while the room is on air.', zh_TW: '聊天室只在播出期間開放。' },
  CHAT_PAUSED: { en_US: 'A moderator has paused the chat.', zh_TW: '管理員已暫停聊天室。' },
  CHAT_READ_ONLY: {
    en_US: 'No moderator is here, so the chat can only be read for now.',
    zh_TW: '目前沒有管理員值班，聊天室暫時只能閱讀。',
  },
  CHAT_MODERATORS_ONLY: { en_US: 'Only moderators can write right now.', zh_TW: '目前只有管理員可以發言。' },
  CHAT_MUTED: { en_US: 'You’re muted here. Reason: {reason}', zh_TW: '你目前無法在此發言，原因：{reason}' },
  CHAT_TOO_FAST: {
    en_US: 'One moment: you can write again in {seconds} {seconds: second | seconds}.',
    zh_TW: '請稍等，{seconds} 秒後可以再次發言。',
  },
  CHAT_REPEATED: { en_US: 'You’ve just written that.', zh_TW: '你剛剛說過一樣的話了。' },
  CHAT_TOO_LONG: { en_US: 'A message has at most {most} characters.', zh_TW: '每則訊息最多 {most} 個字。' },
  CHAT_LINK: { en_US: 'Links aren’t allowed here.', zh_TW: '這裡不能張貼連結。' },
  CHAT_CONTACT: {
    en_US: 'Please don’t share contact details, yours or anyone’s.',
    zh_TW: '請不要張貼聯絡方式，不論是自己的還是別人的。',
  },
  CHAT_FULL: { en_US: 'The chat is very busy. Try again in a moment.', zh_TW: '聊天室太熱鬧了，請稍後再試。' },
  CHAT_MESSAGE_NOT_FOUND: { en_US: 'This message is gone.', zh_TW: '這則訊息已經不在了。' },
  CHAT_BLOCK_ONESELF: { en_US: 'You can’t block yourself.', zh_TW: '無法封鎖自己。' },
  CHAT_BLOCKS_USED_UP: { en_US: 'You can block at most {most} fans.', zh_TW: '最多可以封鎖 {most} 位粉絲。' },
  CHAT_MUTE_NOT_FOUND: { en_US: 'We can’t find this mute.', zh_TW: '找不到這項禁言。' },
  CHAT_APPEALED: { en_US: 'You’ve already appealed. We’ll let you know.', zh_TW: '你已經提出申訴，有結果會通知你。' },
  CHAT_APPEAL_NOT_OPEN: { en_US: 'There is no open appeal against this mute.', zh_TW: '這項禁言沒有待處理的申訴。' },
  CHAT_NOT_MODERATOR: {
    en_US: 'Only moderators of this room can do that.',
    zh_TW: '只有這個直播間的管理員可以這麼做。',
  },
  CHAT_MESSAGE_LOCKED: {
    en_US: 'This message concerns child safety. Only operators decide about it.',
    zh_TW: '這則訊息涉及兒少安全，只能由營運人員處理。',
  },
  CHAT_MUTE_MODERATOR: { en_US: 'Hosts and moderators can’t be muted.', zh_TW: '無法將主持人或管理員禁言。' },

  AI_HOST_NOT_OPEN: { en_US: 'The host isn’t taking questions right now.', zh_TW: '主持人目前不接受提問。' },
  QUESTION_TOO_LONG: { en_US: 'A question has at most {most} characters.', zh_TW: '每個問題最多 {most} 個字。' },
  QUESTION_OPEN: { en_US: 'Your last question is still open.', zh_TW: '你上一個問題還沒有結束。' },
  QUESTION_REFUSED: {
    en_US: 'This question doesn’t fit the room’s rules. Try it in other words.',
    zh_TW: '這個問題不符合房間規範，請換個說法。',
  },
  QUESTION_LINK: {
    en_US: 'Please ask without links or contact details.',
    zh_TW: '請不要在問題中放連結或聯絡方式。',
  },
  QUESTIONS_USED_UP: { en_US: 'You can ask again on {nextAt}.', zh_TW: '你可以在 {nextAt}之後再提問。' },
  QUESTION_QUEUE_FULL: {
    en_US: 'Many questions are waiting. Try again in a moment.',
    zh_TW: '等待的問題很多，請稍後再試。',
  },
  QUESTION_NOT_FOUND: { en_US: 'We can’t find this question.', zh_TW: '找不到這個問題。' },
  QUESTION_NOT_WAITING: { en_US: 'This question is no longer waiting.', zh_TW: '這個問題已經不在等待中。' },
  QUESTION_OWN: { en_US: 'This is your own question.', zh_TW: '這是你自己的問題。' },
  QUESTION_NOT_HELD: { en_US: 'This question doesn’t wait for an operator.', zh_TW: '這個問題沒有等待審核。' },
  ANSWER_NOT_FOUND: { en_US: 'We can’t find this answer.', zh_TW: '找不到這則回答。' },
  REPORTS_USED_UP: {
    en_US:
      'You’ve sent {most} reports in 24 hours, the most we take from one fan. If someone is in danger now, call the police.',
    zh_TW: '你在 24 小時內已檢舉 {most} 次，達到每人上限。如果有人正面臨危險，請立即報警。',
  },
} as const satisfies Wordings;
