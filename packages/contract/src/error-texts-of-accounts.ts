import type { Wordings } from './wording.ts';

/** Texts of account, wallet and social account errors (10xx). */
export const accountTexts = {
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
    en_US: 'Too many wrong codes. Ask for a new code.',
    zh_TW: '驗證碼錯誤次數過多，請重新取得驗證碼。',
  },
  CODES_USED_UP: {
    en_US: 'This address has had all its codes for today. Ask again in {hours} {hours: hour | hours}.',
    zh_TW: '這個電子郵件今天的驗證碼次數已用完，請在 {hours} 小時後再試。',
  },
  CODE_TOO_SOON: {
    en_US: 'A code was sent a moment ago. Ask again in {seconds} {seconds: second | seconds}.',
    zh_TW: '驗證碼剛剛寄出，請在 {seconds} 秒後再試。',
  },
  MAILS_TOO_FAST: {
    en_US: 'Many codes are being sent from your network. Try again in {seconds} {seconds: second | seconds}.',
    zh_TW: '你的網路正在寄送大量驗證碼，請在 {seconds} 秒後再試。',
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
  SESSION_NOT_FOUND: {
    en_US: 'You are not signed in on this device any more.',
    zh_TW: '您已不在這台裝置上登入。',
  },
  PICTURE_UNREADABLE: {
    en_US: 'This is not a picture that we can read. Choose a PNG, JPEG or WebP file.',
    zh_TW: '無法讀取這張圖片，請選擇 PNG、JPEG 或 WebP 檔案。',
  },
  PICTURE_TOO_LARGE: {
    en_US: 'The picture is larger than {megabytes} MB. Choose a smaller one.',
    zh_TW: '圖片超過 {megabytes} MB，請選擇較小的圖片。',
  },
  PICTURE_TOO_MANY_PIXELS: {
    en_US: 'The picture has more than {megapixels} million pixels. Choose a smaller one.',
    zh_TW: '圖片超過 {megapixels} 百萬像素，請選擇較小的圖片。',
  },
  NICKNAME_RESERVED: {
    en_US: 'This name is kept for the people who run the platform. Choose another one.',
    zh_TW: '這個名稱保留給平台官方使用，請換一個。',
  },
  SOCIAL_ACCOUNT_TAKEN: {
    en_US: 'This {provider} account is linked to another fan.',
    zh_TW: '這個 {provider} 帳號已連結到其他粉絲。',
  },
  SOCIAL_ACCOUNT_WAITING: {
    en_US:
      'This {provider} account was linked to another fan. You can link it in {days} {days: day | days}, or use another one now.',
    zh_TW: '這個 {provider} 帳號先前連結過其他粉絲，{days} 天後才能連結，您也可以現在改用另一個帳號。',
  },
  SOCIAL_LINK_INVALID: {
    en_US: 'This attempt to link has expired or was used. Please start again.',
    zh_TW: '這次連結已過期或已使用過，請重新開始。',
  },
  SOCIAL_DENIED: {
    en_US: 'You did not allow it at {provider}, so nothing was linked.',
    zh_TW: '您沒有在 {provider} 同意授權，因此沒有連結任何帳號。',
  },
  SOCIAL_UNAVAILABLE: {
    en_US: '{provider} cannot be reached right now. Please try again in a moment.',
    zh_TW: '目前無法連上 {provider}，請稍後再試。',
  },
  SOCIAL_ALREADY_BOUND: {
    en_US: 'You have linked a {provider} account already. Unlink it first.',
    zh_TW: '您已經連結 {provider} 帳號，請先解除連結。',
  },
  SOCIAL_NOT_BOUND: { en_US: 'Link your {provider} account first.', zh_TW: '請先連結您的 {provider} 帳號。' },
  SOCIAL_ACCESS_LOST: {
    en_US: '{provider} no longer lets us look. Unlink the account and link it again.',
    zh_TW: '{provider} 已不再允許我們查看，請解除連結後再重新連結。',
  },
  SOCIAL_ACCOUNT_REWARDED: {
    en_US: 'This {provider} account has earned this reward before, for another fan.',
    zh_TW: '這個 {provider} 帳號已經替其他粉絲領過這個獎勵。',
  },
  SOCIAL_ACTION_NOT_SEEN: {
    en_US: '{provider} does not show yet that you {action}. Do it there, wait a moment and claim again.',
    zh_TW: '{provider} 上還看不到您{action}，請完成後稍等一下，再回來領取。',
  },
  WRONG_PASSWORD: { en_US: 'The password is wrong.', zh_TW: '密碼不正確。' },
  EMAIL_MISSING: {
    en_US: 'This account has no email yet. Add one first.',
    zh_TW: '這個帳號還沒有電子郵件，請先新增。',
  },
  PASSWORD_MISSING: {
    en_US: 'This account has no password yet. Set one with a code from a mail.',
    zh_TW: '這個帳號還沒有密碼，請用郵件驗證碼設定密碼。',
  },
  EMAIL_UNCHANGED: { en_US: 'This is your email already.', zh_TW: '這已經是您目前的電子郵件。' },
  WALLET_CHALLENGE_INVALID: {
    en_US: 'This message can no longer be signed: it was used before or has expired. Start again.',
    zh_TW: '這則訊息已使用過或已過期，無法再用於簽署，請重新開始。',
  },
  WALLET_SIGNATURE_INVALID: {
    en_US: 'The signature is not by this wallet. Choose the right account in your wallet and sign again.',
    zh_TW: '這個簽章不屬於此錢包，請在錢包中選擇正確的帳戶後再簽署一次。',
  },
  NOT_A_WALLET_ACCOUNT: {
    en_US: 'This account has no wallet to sign with.',
    zh_TW: '這個帳號沒有可用於簽署的錢包。',
  },
  CONFIRMATION_WRONG: {
    en_US: 'This is not your fan code. Type it exactly as your profile shows it.',
    zh_TW: '這不是您的粉絲代碼，請依照個人檔案上的代碼輸入。',
  },
  TEST_COIN_TOO_SOON: {
    en_US:
      'You have taken the test coins of today. The next ones are ready in {hours} {hours: hour | hours} and {minutes} {minutes: minute | minutes}.',
    zh_TW: '您已經領過今天的測試幣，請在 {hours} 小時 {minutes} 分鐘後再來領取。',
  },
  TEST_COIN_NO_TEST_CHAIN: {
    en_US: 'There are no test coins here, because this is no test network.',
    zh_TW: '這裡不是測試網路，因此沒有測試幣可領。',
  },
  TEST_COIN_NETWORK_LIMIT: {
    en_US: 'Very many test coins were taken from your network today. Try again tomorrow.',
    zh_TW: '您的網路今天已領取太多測試幣，請明天再試。',
  },
} as const satisfies Wordings;
