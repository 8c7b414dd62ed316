import type { Wordings } from './wording.ts';

/** Texts of task errors (40xx). */
export const taskTexts = {
  TASK_NOT_FOUND: { en_US: 'There is no such task.', zh_TW: '找不到這個任務。' },
  TASK_NOT_OPEN: { en_US: 'This task has not opened yet.', zh_TW: '這個任務尚未開放。' },
  TASK_ENDED: { en_US: 'This task has ended.', zh_TW: '這個任務已經結束。' },
  TASK_NOT_DONE: {
    en_US: 'The task is not done yet. Do all that it asks for first.',
    zh_TW: '任務尚未完成，請先完成任務要求的所有事項。',
  },
  TASK_ALREADY_AWARDED: { en_US: 'You already have this reward.', zh_TW: '您已經領過這個獎勵了。' },
  TASK_LINK_UNKNOWN: { en_US: 'This link does not belong to the task.', zh_TW: '這個連結不屬於此任務。' },
  TASK_VISIT_TOO_SHORT: {
    en_US: 'Stay on the page for {seconds} more {seconds: second | seconds}.',
    zh_TW: '請在頁面上再停留 {seconds} 秒。',
  },
  FORM_SIGNATURE_INVALID: {
    en_US: 'The signature of this confirmation is not right: {reason}.',
    zh_TW: '這筆確認的簽章不正確：{reason}。',
  },
  FORM_PARAMETER_INVALID: {
    en_US: 'This parameter was not made here, or was altered. Send the one that the form was opened with.',
    zh_TW: '這個參數不是由本站產生，或已遭更改，請傳送開啟表單時收到的參數。',
  },
  FORM_PARAMETER_EXPIRED: {
    en_US: 'This parameter has expired. The fan can open the form again from the task.',
    zh_TW: '這個參數已過期，粉絲可以從任務重新開啟表單。',
  },
  TASK_WITHOUT_FORM: { en_US: 'This task has no form to fill in.', zh_TW: '這個任務沒有需要填寫的表單。' },
  TASK_SOLD_OUT: {
    en_US: 'This reward is sold out: all of its Points have been given away.',
    zh_TW: '這個獎勵已經發完，積分全數送出。',
  },
  TASK_ACCOUNT_TOO_NEW: {
    en_US: 'For accounts that are {least} {least: day | days} old. Yours will be in {days} {days: day | days}.',
    zh_TW: '限註冊滿 {least} 天的帳號，您的帳號再 {days} 天就能參加。',
  },
  TASK_LEVEL_TOO_LOW: {
    en_US: 'For fans who have earned {least} Points. You need {missing} more.',
    zh_TW: '限累計賺到 {least} 積分的粉絲，您還差 {missing} 積分。',
  },
  TASK_REGION_CLOSED: {
    en_US: 'For fans in {regions} only. {here}',
    zh_TW: '僅限{regions}的粉絲。{here}',
  },
  CLAIM_FAN_LIMIT: {
    en_US: 'You have claimed as many rewards as one day has room for. Go on tomorrow.',
    zh_TW: '您今天領取的獎勵已達上限，請明天再繼續。',
  },
  CLAIM_DEVICE_LIMIT: {
    en_US: 'Very many rewards were claimed on this device today. Try again tomorrow.',
    zh_TW: '這台裝置今天領取的獎勵已達上限，請明天再試。',
  },
  CLAIM_NETWORK_LIMIT: {
    en_US: 'Very many rewards were claimed from your network today. Try again tomorrow.',
    zh_TW: '您的網路今天領取的獎勵已達上限，請明天再試。',
  },
  CLAIM_HELD: {
    en_US:
      'Held for a look: {why} You get it within {hours} {hours: hour | hours}, unless the look finds a reason against it.',
    zh_TW: '審核中：{why}最晚 {hours} 小時內入帳，若未通過會告訴您原因。',
  },
  CLAIM_REFUSED: { en_US: 'This reward was refused: {why}', zh_TW: '這個獎勵未通過審核：{why}' },
  CLAIM_NOT_HELD: {
    en_US: 'No claim with this id is held. It may have been released or refused already.',
    zh_TW: '沒有這筆保留中的領取紀錄，可能已經放行或退回。',
  },

  QUIZ_TRIES_USED_UP: {
    en_US:
      'You have used {tries: your one try | all your tries} of today. The day turns in {hours} {hours: hour | hours} and {minutes} {minutes: minute | minutes}.',
    zh_TW: '您今天的 {tries} 次作答機會已用完，請在 {hours} 小時 {minutes} 分鐘後再來。',
  },
  QUIZ_PASSED: { en_US: 'You have passed this quiz already.', zh_TW: '您已經通過這份測驗了。' },
  QUIZ_NOT_BEGUN: {
    en_US: 'You have not begun this quiz. Ask for its first question.',
    zh_TW: '您還沒有開始這份測驗，請先取得第一題。',
  },
  QUIZ_ANSWER_UNKNOWN: {
    en_US: 'This is no answer to a question that you were asked. Ask for the question again.',
    zh_TW: '這個答案不屬於您正在作答的題目，請重新取得題目。',
  },
  QUIZ_ONE_OPTION_ONLY: {
    en_US: 'Only one option can be chosen for this question.',
    zh_TW: '這一題只能選一個選項。',
  },
  QUIZ_ANSWERS_CLOSED: {
    en_US: 'The right answers are shown once you have passed, or the quiz has ended for everybody.',
    zh_TW: '通過測驗後，或測驗對所有人結束後，才會公布正確答案。',
  },
  TASK_WITHOUT_SEARCH_LINKS: {
    en_US: 'This task has no ranking, homepage and channel to look up.',
    zh_TW: '這個任務沒有排名、首頁與頻道的連結。',
  },

  RIDDLE_ROUND_NOT_FOUND: { en_US: 'There is no such round of riddles.', zh_TW: '找不到這一輪謎題。' },
  RIDDLE_ROUND_NOT_OPEN: { en_US: 'This round of riddles has not opened yet.', zh_TW: '這一輪謎題尚未開放。' },
  RIDDLE_ROUND_ENDED: { en_US: 'This round of riddles has closed.', zh_TW: '這一輪謎題已經截止。' },
  RIDDLE_ROUND_UNLOCKED: { en_US: 'You have unlocked this round already.', zh_TW: '您已經解鎖這一輪了。' },
  RIDDLE_ROUND_LOCKED: { en_US: 'Unlock this round first.', zh_TW: '請先解鎖這一輪。' },
  RIDDLE_ROUND_FULL: {
    en_US: 'All places of this round are taken. You have paid nothing.',
    zh_TW: '這一輪的名額已滿，沒有扣除任何積分。',
  },
  RIDDLE_NOT_FOUND: { en_US: 'This round has no such riddle.', zh_TW: '這一輪沒有這道謎題。' },
  RIDDLE_ANSWER_EMPTY: {
    en_US: 'An answer needs at least one letter or digit.',
    zh_TW: '答案至少要有一個文字或數字。',
  },
  RIDDLE_ROUND_NOT_CLOSED: {
    en_US: 'The answers of this round are not out yet.',
    zh_TW: '這一輪的答案尚未公布。',
  },

  VIDEO_NOT_FOUND: { en_US: 'There is no such video of yours.', zh_TW: '找不到您的這支影片。' },
  VIDEO_TOO_LARGE: {
    en_US: 'The video is larger than {megabytes} MB. Choose a smaller one.',
    zh_TW: '影片超過 {megabytes} MB，請選擇較小的檔案。',
  },
  VIDEO_UPLOADS_OPEN: {
    en_US: '{most} of your uploads are unfinished. Finish or cancel one first.',
    zh_TW: '您有 {most} 支影片尚未傳完，請先完成或取消其中一支。',
  },
  VIDEO_DAILY_LIMIT: {
    en_US: 'You have begun {most} videos today. You can send the next one tomorrow.',
    zh_TW: '您今天已經開始上傳 {most} 支影片，明天可以再傳。',
  },
  VIDEO_STORAGE_FULL: {
    en_US: 'There is no room for more videos right now. Please try again later.',
    zh_TW: '目前沒有空間存放更多影片，請稍後再試。',
  },
  VIDEO_MOVED_ON: {
    en_US: 'That is not possible any more: the video is {state}.',
    zh_TW: '影片狀態為「{state}」，無法再進行此操作。',
  },
} as const satisfies Wordings;
