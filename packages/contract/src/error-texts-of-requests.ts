import type { Wordings } from './wording.ts';

/** Texts of errors of requests and written pages (90xx). */
export const requestTexts = {
  REQUEST_UNREADABLE: { en_US: 'We couldn’t read the request: {reason}.', zh_TW: '無法讀取請求：{reason}。' },
  REQUEST_INVALID: { en_US: '{field}: {expected}.', zh_TW: '{field}：{expected}。' },
  UNAUTHENTICATED: { en_US: 'Please sign in.', zh_TW: '請先登入。' },
  FORBIDDEN: { en_US: 'This belongs to another account.', zh_TW: '這屬於其他帳號。' },
  NOT_FOUND: { en_US: 'There’s nothing at this address.', zh_TW: '這個網址沒有內容。' },
  IDEMPOTENCY_KEY_REUSED: {
    en_US: 'This Idempotency-Key was already used for another request, or more than seven days ago.',
    zh_TW: '這個 Idempotency-Key 已用於另一個請求，或是在七天前使用過。',
  },
  TOO_MANY_REQUESTS: {
    en_US: 'Too many requests. Try again in {seconds} {seconds: second | seconds}.',
    zh_TW: '請求過於頻繁，請在 {seconds} 秒後再試。',
  },
  OVERLOADED: {
    en_US: 'Lots of fans are here right now. Please try again in a moment; nothing is lost.',
    zh_TW: '目前人潮眾多，請稍後再試，你的資料不會遺失。',
  },
  SERVICE_UNAVAILABLE: {
    en_US: 'Part of our service is down, and it’s not you. Please try again in a minute; nothing is lost.',
    zh_TW: '我們的系統有一部分暫時中斷，不是你的問題。請過一分鐘再試，你的資料不會遺失。',
  },
  INTERNAL: {
    en_US: 'Something went wrong on our side. If you contact us, quote {requestId}.',
    zh_TW: '伺服器發生錯誤。聯絡我們時請提供代碼 {requestId}。',
  },
  CHAIN_UNAVAILABLE: {
    en_US: 'We can’t reach the blockchain to check this wallet right now. Please try again in a moment.',
    zh_TW: '目前無法連線至區塊鏈驗證此錢包，請稍後再試。',
  },
  OPERATOR_UNKNOWN: {
    en_US: 'Send an operator’s token as Authorization: Bearer. It is missing, wrong or revoked.',
    zh_TW: '請附上營運人員的權杖（Authorization: Bearer）；權杖缺少、不正確或已撤銷。',
  },
  OPERATOR_ROLE_LACKING: {
    en_US: 'Your role can’t do this. It takes: {roles}.',
    zh_TW: '你的角色無法執行此操作，僅限：{roles}。',
  },
  ACCOUNT_CHANGED: {
    en_US:
      'You’re signed in with another account now, so nothing was done. Reload the page to go on with that account.',
    zh_TW: '你現在登入的是另一個帳號，因此這項操作沒有執行。請重新載入頁面，以該帳號繼續。',
  },
  PAGE_NOT_FOUND: { en_US: 'This page hasn’t been written yet.', zh_TW: '這個頁面還沒有內容。' },
} as const satisfies Wordings;
