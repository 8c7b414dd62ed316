import type { Language } from '@lightstick/contract';
import type { MailContent } from '#/modules/mail/mail.ts';
import type { InBothLanguages, FilledTemplate } from './template.ts';

type CodeMail = Extract<MailContent, { code: string }>;

/** What differs between the mails with a code. */
type CodeWords = {
  readonly title: string;
  /** The effect of the code, as the end of "Enter this code …". */
  readonly effect: string;
  /** A warning where the effect does not say enough. */
  readonly warning?: string;
  /** What to do if the reader did not request the code. */
  readonly unasked: string;
};

export function codeMail({ kind, code, validMinutes }: CodeMail, language: Language): FilledTemplate {
  return frame[language](code, validMinutes, words[kind][language]);
}

const frame: InBothLanguages<(code: string, validMinutes: number, words: CodeWords) => FilledTemplate> = {
  en_US: (code, validMinutes, { title, effect, warning, unasked }) => ({
    subject: unasked === signedInByOther.en_US ? `${title} Code ${code}` : `${code} is your {product} code`,
    preview: `Enter it within ${validMinutes} minutes ${effect}.`,
    title,
    paragraphs: [
      `Enter this code ${effect}. It expires in ${validMinutes} minutes.`,
      ...(warning === undefined ? [] : [warning]),
    ],
    code,
    unexpected: `Didn’t ask for this? ${unasked} Never share the code; we’ll never ask you for it.`,
  }),
  zh_TW: (code, validMinutes, { title, effect, warning, unasked }) => ({
    subject: unasked === signedInByOther.zh_TW ? `${title}驗證碼：${code}` : `{product} 驗證碼：${code}`,
    preview: `請在 ${validMinutes} 分鐘內輸入，${effect}。`,
    title,
    paragraphs: [
      `請輸入以下驗證碼${effect}，驗證碼將於 ${validMinutes} 分鐘後失效。`,
      ...(warning === undefined ? [] : [warning]),
    ],
    code,
    unexpected: `${unasked}請勿將驗證碼告訴任何人，我們也不會向你索取。`,
  }),
};

/**
 * Introduces codes that only a signed-in fan can request; the subject says what they do, because a stranger may have
 * asked.
 */
const signedInByOther: InBothLanguages<string> = {
  en_US:
    'Then someone else is signed in to your account. ' +
    'Set a new password with “Forgot password?” to sign out every device.',
  zh_TW: '如果不是你本人操作，代表有人登入了你的帳號，請立即用「忘記密碼」設定新密碼，所有裝置都會登出。',
};

const words: Readonly<Record<CodeMail['kind'], InBothLanguages<CodeWords>>> = {
  registerCode: {
    en_US: {
      title: 'Welcome! Here is your code',
      effect: 'to create your account',
      unasked: 'Someone may have mistyped their address. You can ignore this email.',
    },
    zh_TW: {
      title: '歡迎加入！這是你的驗證碼',
      effect: '完成註冊',
      unasked: '如果你沒有註冊，可能是其他人輸入了錯誤的電子郵件，不必理會這封信。',
    },
  },
  signInCode: {
    en_US: {
      title: 'Sign in to {product}',
      effect: 'to sign in',
      unasked: 'You can ignore this email: no one gets in without the code.',
    },
    zh_TW: {
      title: '登入 {product}',
      effect: '完成登入',
      unasked: '如果你沒有要求登入，不必理會這封信；沒有驗證碼，任何人都無法登入。',
    },
  },
  forgotPasswordCode: {
    en_US: {
      title: 'Set a new password',
      effect: 'to set a new password',
      warning: 'You’ll be signed out everywhere else.',
      unasked: 'You can ignore this email: your password stays the same without the code.',
    },
    zh_TW: {
      title: '重新設定密碼',
      effect: '設定新密碼',
      warning: '設定後，所有裝置都會登出。',
      unasked: '如果你沒有要求重設密碼，不必理會這封信；沒有驗證碼，你的密碼不會變動。',
    },
  },
  changeEmailCode: {
    en_US: {
      title: 'Is this your address?',
      effect: 'to use this address for your account',
      unasked: 'Someone may have mistyped their address. You can ignore this email.',
    },
    zh_TW: {
      title: '確認你的電子郵件',
      effect: '將這個電子郵件用於你的帳號',
      unasked: '如果你沒有要求變更，可能是其他人輸入了錯誤的電子郵件，不必理會這封信。',
    },
  },
  confirmEmailChangeCode: {
    en_US: {
      title: 'Change your email?',
      effect: 'to confirm the change of your email',
      warning: 'After that, sign in with your new address.',
      unasked: signedInByOther.en_US,
    },
    zh_TW: {
      title: '要變更電子郵件嗎？',
      effect: '確認變更電子郵件',
      warning: '變更後請用新的電子郵件登入。',
      unasked: signedInByOther.zh_TW,
    },
  },
  changePasswordCode: {
    en_US: {
      title: 'Change your password?',
      effect: 'to change your password',
      warning: 'You’ll be signed out on your other devices.',
      unasked: signedInByOther.en_US,
    },
    zh_TW: {
      title: '要變更密碼嗎？',
      effect: '變更密碼',
      warning: '變更後，其他裝置都會登出。',
      unasked: signedInByOther.zh_TW,
    },
  },
  linkWalletCode: {
    en_US: {
      title: 'Link a wallet?',
      effect: 'to link a wallet to your account',
      warning: 'Your NFTs can then move to this wallet.',
      unasked: signedInByOther.en_US,
    },
    zh_TW: {
      title: '要連結錢包嗎？',
      effect: '連結錢包',
      warning: '連結後，你的 NFT 就能移入這個錢包。',
      unasked: signedInByOther.zh_TW,
    },
  },
  deleteAccountCode: {
    en_US: {
      title: 'Delete your account?',
      effect: 'to delete your account',
      warning: 'Sign in within 7 days to cancel. After that, your account can’t be restored.',
      unasked: signedInByOther.en_US,
    },
    zh_TW: {
      title: '要刪除帳號嗎？',
      effect: '刪除帳號',
      warning: '7 天內重新登入即可取消，之後帳號將無法復原。',
      unasked: signedInByOther.zh_TW,
    },
  },
};
