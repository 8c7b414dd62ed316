import type { Letter } from '../mail.ts';
import type { Language } from '@lightstick/contract';

/** The words of one letter, in one language. */
export type Wording = {
  readonly subject: string;
  /** What a mailbox shows beside the subject. */
  readonly preview: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Shown large, to be read off and typed in. */
  readonly code?: string;
  readonly button?: { readonly label: string; readonly path: string };
  /** In small print: what to do if the reader expected no such mail. */
  readonly unexpected: string;
};

/** Closes every mail. */
export const signOff: Readonly<Record<Language, string>> = {
  en_US: 'This mail was sent automatically, so replies are not read.',
  zh_TW: '此信由系統自動寄出，請勿直接回覆。',
};

export function wordingOf(letter: Letter, language: Language): Wording {
  switch (letter.kind) {
    case 'registrationCode':
      return registrationCode[language](letter.code, letter.validMinutes);
    case 'alreadyRegistered':
      return alreadyRegistered[language];
  }
}

const registrationCode: Readonly<Record<Language, (code: string, validMinutes: number) => Wording>> = {
  en_US: (code, validMinutes) => ({
    subject: `${code} is your Lightstick code`,
    preview: `Type it in within ${validMinutes} minutes to open your account.`,
    title: 'Welcome! Here is your code',
    paragraphs: [`Type this code in to open your account. It is good for ${validMinutes} minutes.`],
    code,
    unexpected:
      'Did you not ask for this? Then somebody mistyped their address, and you need not do anything. Never pass the code on; we will not ask you for it.',
  }),
  zh_TW: (code, validMinutes) => ({
    subject: `Lightstick 驗證碼：${code}`,
    preview: `請在 ${validMinutes} 分鐘內輸入，完成註冊。`,
    title: '歡迎加入！這是您的驗證碼',
    paragraphs: [`請輸入以下驗證碼完成註冊，驗證碼將於 ${validMinutes} 分鐘後失效。`],
    code,
    unexpected:
      '如果您沒有註冊，可能是其他人輸入了錯誤的電子郵件，您不必理會這封信。請勿將驗證碼告訴任何人，我們也不會向您索取。',
  }),
};

const alreadyRegistered: Readonly<Record<Language, Wording>> = {
  en_US: {
    subject: 'You already have a Lightstick account',
    preview: 'Sign in with this address instead of opening a new account.',
    title: 'You are already one of us',
    paragraphs: [
      'Somebody, probably you, wanted to open an account with this address. It has one already, so there is no code in this mail: just sign in.',
    ],
    button: { label: 'Sign in', path: '/login' },
    unexpected: 'Was it not you? Then you need not do anything. Your account is unchanged.',
  },
  zh_TW: {
    subject: '您已經有 Lightstick 帳號了',
    preview: '請直接用這個電子郵件登入，不必重新註冊。',
    title: '您已經是我們的一員',
    paragraphs: ['有人（應該就是您）想用這個電子郵件註冊。這個電子郵件已經有帳號，因此信中沒有驗證碼，請直接登入。'],
    button: { label: '登入', path: '/login' },
    unexpected: '如果不是您本人操作，您不必理會這封信，您的帳號沒有任何變動。',
  },
};
