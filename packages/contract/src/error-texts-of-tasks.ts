import type { Wordings } from './wording.ts';

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
    zh_TW: '限累計賺到 {least} 點的粉絲，你還差 {missing} 點。',
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
      'You’ve used {tries: today’s only try | all of today’s tries}. Try again in {hours} {hours: hour | hours} and {minutes} {minutes: minute | minutes}.',
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
    en_US: 'You’ve started {most} videos today. Send the next one tomorrow.',
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
