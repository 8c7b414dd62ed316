import type { ErrorName } from './errors.ts';

export const languages = ['en_US', 'zh_TW'] as const;
export type Language = (typeof languages)[number];

type Wording = Readonly<Record<Language, string>>;

/**
 * The words of every failure. A word in braces is filled in by whoever refuses, from the parameters of the refusal; the
 * server refuses to send a text with a brace left open, so that a forgotten parameter is found by the first test.
 * `{left: vote | votes}` is the first word when the parameter `left` is one, and the second for any other number.
 */
export const errorTexts: Readonly<Record<ErrorName, Wording>> = {
  EMAIL_TAKEN: {
    en_US: 'There is already an account with this email. Sign in instead.',
    zh_TW: '這個電子郵件已經註冊過了，請直接登入。',
  },
  WRONG_CREDENTIALS: { en_US: 'Email or password is wrong.', zh_TW: '電子郵件或密碼不正確。' },
  TOO_MANY_ATTEMPTS: {
    en_US: 'Too many attempts. Try again in {seconds} {seconds: second | seconds}.',
    zh_TW: '嘗試次數過多，請在 {seconds} 秒後再試。',
  },
  CODE_INVALID: {
    en_US: 'The code is wrong or has expired. Check the newest mail.',
    zh_TW: '驗證碼錯誤或已過期，請查看最新的郵件。',
  },
  CODE_EXHAUSTED: {
    en_US: 'That was one guess too many. Ask for a new code.',
    zh_TW: '驗證碼錯誤次數過多，請重新取得驗證碼。',
  },
  CODE_TOO_SOON: {
    en_US: 'A code was sent a moment ago. Ask again in {seconds} {seconds: second | seconds}.',
    zh_TW: '驗證碼剛剛寄出，請在 {seconds} 秒後再試。',
  },
  HUMAN_CHECK_FAILED: {
    en_US: 'We could not confirm that you are human. Please try again.',
    zh_TW: '無法確認您是真人，請再試一次。',
  },
  WEAK_PASSWORD: {
    en_US:
      'Choose a password of 8 to 64 characters with two of letters, digits and symbols, that is neither common nor your email.',
    zh_TW: '密碼需為 8 到 64 個字元，包含字母、數字、符號中的兩種，且不可為常見密碼或您的電子郵件。',
  },
  SECRET_KEY_RETIRED: {
    en_US: 'The encryption key has changed. Please send it again.',
    zh_TW: '加密金鑰已更新，請重新送出。',
  },
  SECRET_UNREADABLE: {
    en_US: 'The password did not arrive intact. Check the clock of your device and try again.',
    zh_TW: '密碼未能正確送達，請確認裝置時間後再試一次。',
  },
  INVITE_CODE_UNKNOWN: { en_US: 'No fan has this invite code.', zh_TW: '找不到這個邀請碼。' },

  INSUFFICIENT_POINTS: {
    en_US: 'You need {missing} more {missing: Point | Points}.',
    zh_TW: '還差 {missing} 積分。',
  },
  INSUFFICIENT_TICKETS: {
    en_US: 'You need {missing} more {missing: ticket | tickets}.',
    zh_TW: '還差 {missing} 張投票券。',
  },
  INSUFFICIENT_VOTES: { en_US: 'You need {missing} more {missing: vote | votes}.', zh_TW: '還差 {missing} 票。' },

  ACTIVITY_NOT_FOUND: { en_US: 'There is no such activity.', zh_TW: '找不到這個活動。' },
  IDOL_NOT_FOUND: { en_US: 'This idol does not take part in the activity.', zh_TW: '這位偶像沒有參加此活動。' },
  VOTING_NOT_OPEN: { en_US: 'Voting has not opened yet.', zh_TW: '投票尚未開始。' },
  VOTING_ENDED: { en_US: 'Voting has ended.', zh_TW: '投票已經結束。' },
  DAILY_CAP_REACHED: {
    en_US: 'You can cast {left} more {left: vote | votes} today.',
    zh_TW: '今天還可以投 {left} 票。',
  },

  TASK_NOT_FOUND: { en_US: 'There is no such task.', zh_TW: '找不到這個任務。' },
  TASK_NOT_OPEN: { en_US: 'This task has not opened yet.', zh_TW: '這個任務尚未開放。' },
  TASK_ENDED: { en_US: 'This task has ended.', zh_TW: '這個任務已經結束。' },
  TASK_NOT_DONE: {
    en_US: 'The task is not done yet. Visit every link first.',
    zh_TW: '任務尚未完成，請先瀏覽所有連結。',
  },
  TASK_ALREADY_AWARDED: { en_US: 'You already have this reward.', zh_TW: '您已經領過這個獎勵了。' },
  TASK_LINK_UNKNOWN: { en_US: 'This link does not belong to the task.', zh_TW: '這個連結不屬於此任務。' },
  TASK_VISIT_TOO_SHORT: {
    en_US: 'Stay on the page for {seconds} more {seconds: second | seconds}.',
    zh_TW: '請在頁面上再停留 {seconds} 秒。',
  },

  OFFER_NOT_FOUND: { en_US: 'There is no such offer.', zh_TW: '找不到這個兌換項目。' },
  OFFER_NOT_OPEN: { en_US: 'This offer has not opened yet.', zh_TW: '這個兌換項目尚未開放。' },
  OFFER_ENDED: { en_US: 'This offer has ended.', zh_TW: '這個兌換項目已經結束。' },
  OFFER_SOLD_OUT: { en_US: 'Only {left} left.', zh_TW: '只剩下 {left} 份。' },
  OFFER_LIMIT_REACHED: {
    en_US: 'The limit is {limit} per fan. You can exchange {left} more.',
    zh_TW: '每人限兌換 {limit} 份，您還可以兌換 {left} 份。',
  },

  PAGE_NOT_FOUND: { en_US: 'This page has not been written yet.', zh_TW: '這個頁面還沒有內容。' },

  REQUEST_UNREADABLE: { en_US: 'The request could not be read: {reason}.', zh_TW: '無法讀取請求：{reason}。' },
  REQUEST_INVALID: { en_US: '{field}: {expected}.', zh_TW: '{field}：{expected}。' },
  UNAUTHENTICATED: { en_US: 'Please sign in.', zh_TW: '請先登入。' },
  FORBIDDEN: { en_US: 'This belongs to another account.', zh_TW: '這屬於其他帳號。' },
  NOT_FOUND: { en_US: 'There is nothing at this address.', zh_TW: '這個網址沒有內容。' },
  IDEMPOTENCY_KEY_REUSED: {
    en_US: 'This Idempotency-Key was used for another request.',
    zh_TW: '這個 Idempotency-Key 已用於另一個請求。',
  },
  TOO_MANY_REQUESTS: {
    en_US: 'Too many requests. Try again in {seconds} {seconds: second | seconds}.',
    zh_TW: '請求過於頻繁，請在 {seconds} 秒後再試。',
  },
  OVERLOADED: {
    en_US: 'Very many fans are here right now. Please try again in a moment; nothing is lost.',
    zh_TW: '目前人潮眾多，請稍後再試，您的資料不會遺失。',
  },
  INTERNAL: {
    en_US: 'Something went wrong on our side. Quote {requestId} if you ask us about it.',
    zh_TW: '伺服器發生錯誤。聯絡我們時請提供代碼 {requestId}。',
  },
};
