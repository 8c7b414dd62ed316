import type { Wordings } from './errors.ts';

/** Texts of task errors (40xx). */
export const taskTexts = {
  TASK_NOT_FOUND: { en_US: 'We can’t find this task.', zh_TW: '找不到這個任務。' },
  TASK_NOT_OPEN: { en_US: 'This task isn’t open yet.', zh_TW: '這個任務尚未開放。' },
  TASK_ENDED: { en_US: 'This task has ended.', zh_TW: '這個任務已經結束。' },
  TASK_NOT_DONE: {
    en_US: 'This task isn’t done yet. Finish every step first.',
    zh_TW: '任務尚未完成，請先完成所有步驟。',
  },
  TASK_ALREADY_AWARDED: { en_US: 'You already have this reward.', zh_TW: '你已經領過這個獎勵了。' },
  TASK_LINK_UNKNOWN: { en_US: 'This link isn’t part of the task.', zh_TW: '這個連結不屬於此任務。' },
  TASK_VISIT_TOO_SHORT: {
    en_US: 'Stay on the page for {seconds} more {seconds: second | seconds}.',
    zh_TW: '請在頁面上再停留 {seconds} 秒。',
  },
  FORM_SIGNATURE_INVALID: {
    en_US: 'This confirmation’s signature is wrong: {reason}.',
    zh_TW: '這筆確認的簽章不正確：{reason}。',
  },
  FORM_PARAMETER_INVALID: {
    en_US: 'This parameter wasn’t issued here, or was changed. Send the one the form was opened with.',
    zh_TW: '這個參數不是由本站產生，或已遭更改，請傳送開啟表單時收到的參數。',
  },
  FORM_PARAMETER_EXPIRED: {
    en_US: 'This parameter has expired. The fan can open the form again from the task.',
    zh_TW: '這個參數已過期，粉絲可以從任務重新開啟表單。',
  },
  TASK_WITHOUT_FORM: { en_US: 'This task has no form to fill in.', zh_TW: '這個任務沒有需要填寫的表單。' },
  TASK_SOLD_OUT: {
    en_US: 'Sold out: all Points for this reward are gone.',
    zh_TW: '這個獎勵已經發完，點數已全數送出。',
  },
  TASK_ACCOUNT_TOO_NEW: {
    en_US: 'For accounts at least {least} {least: day | days} old. Yours qualifies in {days} {days: day | days}.',
    zh_TW: '限註冊滿 {least} 天的帳號，你的帳號再 {days} 天就能參加。',
  },
  TASK_LEVEL_TOO_LOW: {
    en_US: 'For fans who’ve earned {least} Points. Earn {missing} more.',
    zh_TW: '限累計賺到 {least} 點數的粉絲，你還差 {missing} 點。',
  },
  TASK_REGION_CLOSED: {
    en_US: 'For fans in {regions} only. {here}',
    zh_TW: '僅限{regions}的粉絲。{here}',
  },
  CLAIM_FAN_LIMIT: {
    en_US: 'You’ve claimed all the rewards you can today. Come back tomorrow.',
    zh_TW: '你今天領取的獎勵已達上限，請明天再來。',
  },
  CLAIM_DEVICE_LIMIT: {
    en_US: 'Too many rewards were claimed on this device today. Try again tomorrow.',
    zh_TW: '這台裝置今天領取的獎勵已達上限，請明天再試。',
  },
  CLAIM_NETWORK_LIMIT: {
    en_US: 'Too many rewards were claimed from your network today. Try again tomorrow.',
    zh_TW: '你的網路今天領取的獎勵已達上限，請明天再試。',
  },
  CLAIM_HELD: {
    en_US: 'In review: {why} You’ll get it within {hours} {hours: hour | hours}, or we’ll tell you why not.',
    zh_TW: '審核中：{why}最晚 {hours} 小時內入帳，若未通過會告訴你原因。',
  },
  CLAIM_REFUSED: { en_US: 'This reward was refused: {why}', zh_TW: '這個獎勵未通過審核：{why}' },
  CLAIM_NOT_HELD: {
    en_US: 'No held claim has this id. It may already be released or refused.',
    zh_TW: '沒有這筆保留中的領取紀錄，可能已經放行或退回。',
  },

  QUIZ_TRIES_USED_UP: {
    en_US:
      'You’ve used {tries: today’s only try | all of today’s tries}. Try again in {hours} {hours: ' +
      'hour | hours} and {minutes} {minutes: minute | minutes}.',
    zh_TW: '你今天的 {tries} 次作答機會已用完，請在 {hours} 小時 {minutes} 分鐘後再來。',
  },
  QUIZ_PASSED: { en_US: 'You’ve already passed this quiz.', zh_TW: '你已經通過這份測驗了。' },
  QUIZ_NOT_BEGUN: {
    en_US: 'You haven’t started this quiz. Get its first question.',
    zh_TW: '你還沒有開始這份測驗，請先取得第一題。',
  },
  QUIZ_ANSWER_UNKNOWN: {
    en_US: 'This answer isn’t from your current question. Load the question again.',
    zh_TW: '這個答案不屬於目前的題目，請重新載入題目。',
  },
  QUIZ_ONE_OPTION_ONLY: {
    en_US: 'Choose only one option for this question.',
    zh_TW: '這一題只能選一個選項。',
  },
  QUIZ_ANSWERS_CLOSED: {
    en_US: 'See the correct answers once you pass, or once the quiz has ended for everyone.',
    zh_TW: '通過測驗後，或測驗對所有人結束後，才會公布正確答案。',
  },
  TASK_WITHOUT_SEARCH_LINKS: {
    en_US: 'This task has no ranking, homepage or channel links.',
    zh_TW: '這個任務沒有排名、首頁與頻道的連結。',
  },

  RIDDLE_ROUND_NOT_FOUND: { en_US: 'We can’t find this round of riddles.', zh_TW: '找不到這一輪謎題。' },
  RIDDLE_ROUND_NOT_OPEN: { en_US: 'This round of riddles isn’t open yet.', zh_TW: '這一輪謎題尚未開放。' },
  RIDDLE_ROUND_ENDED: { en_US: 'This round of riddles has closed.', zh_TW: '這一輪謎題已經截止。' },
  RIDDLE_ROUND_UNLOCKED: { en_US: 'You’ve already unlocked this round.', zh_TW: '你已經解鎖這一輪了。' },
  RIDDLE_ROUND_LOCKED: { en_US: 'Unlock this round first.', zh_TW: '請先解鎖這一輪。' },
  RIDDLE_ROUND_FULL: {
    en_US: 'This round is full. You weren’t charged any Points.',
    zh_TW: '這一輪的名額已滿，沒有扣除任何點數。',
  },
  RIDDLE_NOT_FOUND: { en_US: 'This riddle isn’t in this round.', zh_TW: '這一輪沒有這道謎題。' },
  RIDDLE_ANSWER_EMPTY: {
    en_US: 'An answer needs at least one letter or digit.',
    zh_TW: '答案至少要有一個文字或數字。',
  },
  RIDDLE_ROUND_NOT_CLOSED: {
    en_US: 'The answers to this round aren’t out yet.',
    zh_TW: '這一輪的答案尚未公布。',
  },

  VIDEO_NOT_FOUND: { en_US: 'We can’t find this video among yours.', zh_TW: '找不到你的這支影片。' },
  VIDEO_TOO_LARGE: {
    en_US: 'The video is over {megabytes} MB. Choose a smaller one.',
    zh_TW: '影片超過 {megabytes} MB，請選擇較小的檔案。',
  },
  VIDEO_UPLOADS_OPEN: {
    en_US: 'You have {most} unfinished uploads. Finish or cancel one first.',
    zh_TW: '你有 {most} 支影片尚未傳完，請先完成或取消其中一支。',
  },
  VIDEO_DAILY_LIMIT: {
    en_US: 'You’ve started {most} videos today. Upload the next one tomorrow.',
    zh_TW: '你今天已經開始上傳 {most} 支影片，明天可以再傳。',
  },
  VIDEO_STORAGE_FULL: {
    en_US: 'We’re out of room for videos right now. Please try again later.',
    zh_TW: '目前沒有空間存放更多影片，請稍後再試。',
  },
  VIDEO_MOVED_ON: {
    en_US: 'That’s no longer possible: the video is {state}.',
    zh_TW: '影片狀態為「{state}」，無法再進行此操作。',
  },
} as const satisfies Wordings;

/** Texts of errors in live rooms, their chat and the AI host's room (70xx). */
export const liveTexts = {
  LIVE_ROOM_NOT_FOUND: { en_US: 'We can’t find this room.', zh_TW: '找不到這個直播間。' },
  LIVE_ROOM_NOT_ON_AIR: { en_US: 'This room isn’t on air right now.', zh_TW: '這個直播間目前沒有播出。' },
  LIVE_ROOM_OVER: { en_US: 'This room is over.', zh_TW: '這場直播已經結束。' },
  LIVE_ROOM_CANCELLED: {
    en_US: 'This room was canceled. Tickets are refunded automatically.',
    zh_TW: '這場直播已取消，門票會自動退款。',
  },
  LIVE_ROOM_FREE: { en_US: 'This room is free. You don’t need a ticket.', zh_TW: '這個直播間免費，不需要門票。' },
  LIVE_SOLD_OUT: { en_US: 'All tickets for this room are taken.', zh_TW: '這場直播的門票已經售完。' },
  LIVE_PRICE_CHANGED: {
    en_US: 'The price has changed. Check it and try again.',
    zh_TW: '價格已經更新，請確認後再試。',
  },
  LIVE_TICKET_MISSING: { en_US: 'You need a ticket for this room.', zh_TW: '需要門票才能進入這個直播間。' },
  LIVE_SESSION_TAKEN: {
    en_US: 'This ticket is playing on another device.',
    zh_TW: '這張門票正在另一台裝置上播放。',
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
  LIVE_NO_PICTURE: { en_US: 'There is no video yet.', zh_TW: '目前還沒有畫面。' },
  LIVE_NOT_HOST: {
    en_US: 'You aren’t a host of this room. The organizer names its hosts.',
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
    en_US: 'This part of the video can’t be shown: {why}',
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
  CHAT_REPEATED: { en_US: 'You just said that.', zh_TW: '你剛剛說過一樣的話了。' },
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

  AI_HOST_NOT_OPEN: { en_US: 'The AI host isn’t taking questions right now.', zh_TW: 'AI 主持人目前不接受提問。' },
  QUESTION_TOO_LONG: { en_US: 'A question has at most {most} characters.', zh_TW: '每個問題最多 {most} 個字。' },
  QUESTION_OPEN: { en_US: 'Your last question is still open.', zh_TW: '你上一個問題還沒有結束。' },
  QUESTION_REFUSED: {
    en_US: 'This question doesn’t fit the room’s rules. Try it in other words.',
    zh_TW: '這個問題不符合直播間規範，請換個說法。',
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
  QUESTION_NOT_HELD: { en_US: 'This question isn’t waiting for an operator.', zh_TW: '這個問題沒有等待審核。' },
  ANSWER_NOT_FOUND: { en_US: 'We can’t find this answer.', zh_TW: '找不到這則回答。' },
  REPORTS_USED_UP: {
    en_US:
      'You’ve sent {most} reports in 24 hours, the most we take from one fan. ' +
      'If someone is in danger now, call the police.',
    zh_TW: '你在 24 小時內已檢舉 {most} 次，達到每人上限。如果有人正面臨危險，請立即報警。',
  },
} as const satisfies Wordings;
