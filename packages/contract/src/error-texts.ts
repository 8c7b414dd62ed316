import type { ErrorName, Wordings } from './errors.ts';
import { luckTexts, stakingTexts, voteTexts } from './error-texts-of-votes.ts';
import { liveTexts, taskTexts } from './error-texts-of-tasks-and-live.ts';
import type { Wording } from './wording.ts';

/** Texts of errors of requests and written pages (90xx). */
const requestTexts = {
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
  PLATFORM_HELD: {
    en_US:
      'This is paused while we check everything after a restore. You can still look around; please try again later.',
    zh_TW: '系統還原後正在檢查，這項功能暫停中。你仍可瀏覽內容，請稍後再試。',
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
    en_US: 'Send an operator’s token as Authorization: Bearer. It is missing, wrong, expired or revoked.',
    zh_TW: '請附上營運人員的權杖（Authorization: Bearer）；權杖缺少、不正確、已到期或已撤銷。',
  },
  OPERATOR_ROLE_LACKING: {
    en_US: 'Your role can’t do this. It takes: {roles}.',
    zh_TW: '你的角色無法執行此操作，僅限：{roles}。',
  },
  WEBHOOK_NOT_FOUND: {
    en_US: 'There’s no webhook endpoint with this id.',
    zh_TW: '找不到此編號的 webhook 端點。',
  },
  WEBHOOK_ADDRESS_REFUSED: {
    en_US: 'Use an https address with a host name, the usual port and no sign-in.',
    zh_TW: '請使用 https 網址：以主機名稱與預設連接埠連線，且不含登入資訊。',
  },
  WEBHOOK_EXISTS: {
    en_US: 'This address is already an endpoint. Rotate its secret if you need a new one.',
    zh_TW: '此網址已是端點；如需新的密鑰，請輪替密鑰。',
  },
  WEBHOOK_LIMIT_REACHED: {
    en_US: 'There are already {limit} webhook endpoints. Remove one first.',
    zh_TW: 'Webhook 端點已達 {limit} 個，請先移除其中一個。',
  },
  WEBHOOK_OFF: {
    en_US: 'This webhook endpoint is switched off. Enable it first.',
    zh_TW: '此 webhook 端點已停用，請先重新啟用。',
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    en_US: 'There’s no finished delivery with this id.',
    zh_TW: '找不到此編號且已結束的傳送紀錄。',
  },
  OPERATOR_SCOPE_LACKING: {
    en_US: 'This token can’t do this. Use a token with the scope {scope}.',
    zh_TW: '此權杖無法執行此操作，請改用範圍包含 {scope} 的權杖。',
  },
  ACCOUNT_CHANGED: {
    en_US:
      'You’re signed in with another account now, so nothing was done. Reload the page to go on with that account.',
    zh_TW: '你現在登入的是另一個帳號，因此這項操作沒有執行。請重新載入頁面，以該帳號繼續。',
  },
  PAGE_NOT_FOUND: { en_US: 'This page hasn’t been written yet.', zh_TW: '這個頁面還沒有內容。' },
} as const satisfies Wordings;

/** Texts of account, wallet and social account errors (10xx). */
const accountTexts = {
  EMAIL_TAKEN: {
    en_US: 'This email already has an account. Sign in instead.',
    zh_TW: '這個電子郵件已經註冊過了，請直接登入。',
  },
  WRONG_CREDENTIALS: { en_US: 'Wrong email or password.', zh_TW: '電子郵件或密碼不正確。' },
  TOO_MANY_ATTEMPTS: {
    en_US: 'Too many attempts. Try again in {seconds} {seconds: second | seconds}.',
    zh_TW: '嘗試次數過多，請在 {seconds} 秒後再試。',
  },
  CODE_INVALID: {
    en_US: 'The code is wrong or has expired. Check your latest email.',
    zh_TW: '驗證碼錯誤或已過期，請查看最新的郵件。',
  },
  CODE_EXHAUSTED: {
    en_US: 'Too many wrong codes. Get a new code.',
    zh_TW: '驗證碼錯誤次數過多，請重新取得驗證碼。',
  },
  CODES_USED_UP: {
    en_US: 'This email has had all its codes for today. Try again in {hours} {hours: hour | hours}.',
    zh_TW: '這個電子郵件今天的驗證碼次數已用完，請在 {hours} 小時後再試。',
  },
  CODE_TOO_SOON: {
    en_US: 'We just sent a code. You can get another in {seconds} {seconds: second | seconds}.',
    zh_TW: '驗證碼剛剛寄出，請在 {seconds} 秒後再試。',
  },
  MAILS_TOO_FAST: {
    en_US: 'Too many codes requested from your network. Try again in {seconds} {seconds: second | seconds}.',
    zh_TW: '你的網路索取驗證碼的次數過多，請在 {seconds} 秒後再試。',
  },
  HUMAN_CHECK_FAILED: {
    en_US: 'We couldn’t confirm you’re human. Please try again.',
    zh_TW: '無法確認你是真人，請再試一次。',
  },
  WEAK_PASSWORD: {
    en_US: 'Use 8 to 64 characters with two of letters, digits and symbols, and avoid common passwords and your email.',
    zh_TW: '密碼需為 8 到 64 個字元，包含字母、數字、符號中的兩種，且不可為常見密碼或你的電子郵件。',
  },
  SECRET_KEY_RETIRED: {
    en_US: 'The encryption key has changed. Please try again.',
    zh_TW: '加密金鑰已更新，請再送出一次。',
  },
  SECRET_UNREADABLE: {
    en_US: 'We couldn’t read your password. Check your device’s clock and try again.',
    zh_TW: '無法讀取你的密碼，請確認裝置時間後再試一次。',
  },
  INVITE_CODE_UNKNOWN: {
    en_US: 'This invite code doesn’t exist. Check it and try again.',
    zh_TW: '找不到這個邀請碼，請確認後再試。',
  },
  SESSION_NOT_FOUND: {
    en_US: 'That device is already signed out.',
    zh_TW: '那台裝置已經登出了。',
  },
  PICTURE_UNREADABLE: {
    en_US: 'We can’t read this picture. Choose a PNG, JPEG or WebP file.',
    zh_TW: '無法讀取這張圖片，請選擇 PNG、JPEG 或 WebP 檔案。',
  },
  PICTURE_TOO_LARGE: {
    en_US: 'The picture is over {megabytes} MB. Choose a smaller one.',
    zh_TW: '圖片超過 {megabytes} MB，請選擇較小的圖片。',
  },
  PICTURE_TOO_MANY_PIXELS: {
    en_US: 'The picture is over {megapixels} megapixels. Choose a smaller one.',
    zh_TW: '圖片超過 {megapixels} 百萬像素，請選擇較小的圖片。',
  },
  NICKNAME_RESERVED: {
    en_US: 'This name is reserved for our team. Choose another one.',
    zh_TW: '這個名稱保留給平台官方使用，請換一個。',
  },
  SOCIAL_ACCOUNT_TAKEN: {
    en_US: 'This {provider} account is linked to another fan.',
    zh_TW: '這個 {provider} 帳號已連結到其他粉絲。',
  },
  SOCIAL_ACCOUNT_WAITING: {
    en_US:
      'Another fan unlinked this {provider} account recently. Link it in {days} {days: ' +
      'day | days}, or use another one now.',
    zh_TW: '其他粉絲最近才解除連結這個 {provider} 帳號，{days} 天後才能連結，你也可以現在改用另一個帳號。',
  },
  SOCIAL_LINK_INVALID: {
    en_US: 'This link request has expired or was already used. Please start again.',
    zh_TW: '這次連結已過期或已使用過，請重新開始。',
  },
  SOCIAL_DENIED: {
    en_US: 'You didn’t allow access at {provider}, so nothing was linked.',
    zh_TW: '你沒有在 {provider} 同意授權，因此沒有連結任何帳號。',
  },
  SOCIAL_UNAVAILABLE: {
    en_US: 'We can’t reach {provider} right now. Please try again in a moment.',
    zh_TW: '目前無法連上 {provider}，請稍後再試。',
  },
  SOCIAL_ALREADY_BOUND: {
    en_US: 'You already have a linked {provider} account. Unlink it first.',
    zh_TW: '你已經連結 {provider} 帳號，請先解除連結。',
  },
  SOCIAL_NOT_BOUND: { en_US: 'Link your {provider} account first.', zh_TW: '請先連結你的 {provider} 帳號。' },
  SOCIAL_ACCESS_LOST: {
    en_US: 'We’ve lost access to your {provider} account. Unlink it and link it again.',
    zh_TW: '我們已無法存取你的 {provider} 帳號，請解除連結後再重新連結。',
  },
  SOCIAL_ACCOUNT_REWARDED: {
    en_US: 'This {provider} account already earned this reward for another fan.',
    zh_TW: '這個 {provider} 帳號已經替其他粉絲領過這個獎勵。',
  },
  SOCIAL_ACTION_NOT_SEEN: {
    en_US: '{provider} doesn’t show that you {action} yet. Do it there, wait a moment, then claim again.',
    zh_TW: '{provider} 上還看不到你{action}，請完成後稍等一下，再回來領取。',
  },
  WRONG_PASSWORD: { en_US: 'Wrong password.', zh_TW: '密碼不正確。' },
  EMAIL_MISSING: {
    en_US: 'This account has no email yet. Add one first.',
    zh_TW: '這個帳號還沒有電子郵件，請先新增。',
  },
  PASSWORD_MISSING: {
    en_US: 'This account has no password yet. Set one with a code sent by email.',
    zh_TW: '這個帳號還沒有密碼，請用郵件驗證碼設定密碼。',
  },
  EMAIL_UNCHANGED: { en_US: 'This is already your email.', zh_TW: '這已經是你目前的電子郵件。' },
  WALLET_CHALLENGE_INVALID: {
    en_US: 'This message was already used or has expired. Start again.',
    zh_TW: '這則訊息已使用過或已過期，請重新開始。',
  },
  WALLET_SIGNATURE_INVALID: {
    en_US: 'The signature isn’t from this wallet. Choose the right account in your wallet and sign again.',
    zh_TW: '這個簽章不屬於此錢包，請在錢包中選擇正確的帳戶後再簽署一次。',
  },
  NOT_A_WALLET_ACCOUNT: {
    en_US: 'This account has no wallet to sign with.',
    zh_TW: '這個帳號沒有可用於簽署的錢包。',
  },
  NOT_AN_EMAIL_ACCOUNT: {
    en_US: 'You sign in with a wallet. Your NFTs go straight to it.',
    zh_TW: '你以錢包登入，NFT 會直接送進這個錢包。',
  },
  CONFIRMATION_WRONG: {
    en_US: 'That’s not your fan code. Type it exactly as shown on your profile.',
    zh_TW: '這不是你的粉絲代碼，請依照個人檔案上的代碼輸入。',
  },
  PUSH_SERVICE_UNKNOWN: {
    en_US: 'We can’t reach the push service of this browser. Try another browser.',
    zh_TW: '我們無法使用這個瀏覽器的推播服務，請改用其他瀏覽器。',
  },
  DIGEST_LINK_INVALID: {
    en_US: 'This link isn’t complete. Open it from the email again, or sign in to change your notification settings.',
    zh_TW: '這個連結不完整。請從信件重新開啟，或登入後到通知設定變更。',
  },
  TEST_COIN_TOO_SOON: {
    en_US:
      'You’ve taken today’s test coins. Come back in {hours} {hours: hour | hours} and {minutes} {minutes: ' +
      'minute | minutes}.',
    zh_TW: '你已經領過今天的測試幣，請在 {hours} 小時 {minutes} 分鐘後再來領取。',
  },
  TEST_COIN_NO_TEST_CHAIN: {
    en_US: 'Test coins are only available on a test network.',
    zh_TW: '只有測試網路才能領取測試幣。',
  },
  TEST_COIN_NETWORK_LIMIT: {
    en_US: 'Too many test coins were taken from your network today. Try again tomorrow.',
    zh_TW: '你的網路今天已領取太多測試幣，請明天再試。',
  },
  TEST_COIN_ADDRESS_LIMIT: {
    en_US: 'This wallet already got today’s test coins. Try again tomorrow.',
    zh_TW: '這個錢包今天已經領過測試幣，請明天再試。',
  },
  TEST_COIN_DAY_LIMIT: {
    en_US: 'Today’s test coins are all given out. Try again tomorrow.',
    zh_TW: '今天的測試幣已全部發完，請明天再試。',
  },
} as const satisfies Wordings;

/**
 * The words of every failure. A refusal's parameters fill the words in braces; an open brace is never sent. `{left:
 * vote | votes}` is the first word when `left` is one, and the second for any other number.
 */
export const errorTexts: Readonly<Record<ErrorName, Wording>> = {
  ...accountTexts,
  ...voteTexts,
  ...taskTexts,
  ...luckTexts,
  ...liveTexts,
  ...stakingTexts,
  ...requestTexts,
};
