import type { Language } from '@lightstick/contract';
import type { InBothLanguages, FilledTemplate } from './template.ts';
import type { MailContent } from '#/modules/mail/mail.ts';

/** Instead of a registration code, for an address with an account. */
export const alreadyRegistered: InBothLanguages<FilledTemplate> = {
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

/** Instead of a code to sign in or to set a password, for an address without an account. */
export const noAccount: InBothLanguages<FilledTemplate> = {
  en_US: {
    subject: 'There is no Lightstick account here',
    preview: 'Try another of your addresses, or open an account with this one.',
    title: 'No account with this address',
    paragraphs: [
      'Someone, probably you, tried to sign in or set a password with this address. It has no account, so this mail has no code. Did you sign up with another address, or with a wallet?',
    ],
    button: { label: 'Open an account', path: '/login' },
    unexpected: 'Not you? You can ignore this mail. We keep nothing about this address.',
  },
  zh_TW: {
    subject: '這個電子郵件沒有 Lightstick 帳號',
    preview: '請試試其他電子郵件，或用這個電子郵件註冊。',
    title: '找不到這個電子郵件的帳號',
    paragraphs: [
      '有人（應該就是你）想用這個電子郵件登入或設定密碼。這個電子郵件沒有帳號，因此信中沒有驗證碼。你可能是用其他電子郵件或錢包註冊的。',
    ],
    button: { label: '註冊帳號', path: '/login' },
    unexpected: '如果不是你本人操作，不必理會這封信，我們不會保存這個電子郵件。',
  },
};

/** Instead of a code for a new address, for an address of another account. */
export const emailTaken: InBothLanguages<FilledTemplate> = {
  en_US: {
    subject: 'This address already has a Lightstick account',
    preview: 'An address can belong to one account only.',
    title: 'This address is taken',
    paragraphs: [
      'Somebody, probably you, wanted to use this address for another account. It has an account already, and an address can belong to one account only, so there is no code in this mail.',
      'To use it elsewhere, sign in to the account that has it, and give that one another address first.',
    ],
    button: { label: 'Sign in', path: '/login' },
    unexpected: 'Was it not you? Then you need not do anything. Your account is unchanged.',
  },
  zh_TW: {
    subject: '這個電子郵件已經有 Lightstick 帳號',
    preview: '一個電子郵件只能用於一個帳號。',
    title: '這個電子郵件已被使用',
    paragraphs: [
      '有人（應該就是您）想把這個電子郵件綁定到另一個帳號。這個電子郵件已經有帳號，而一個電子郵件只能用於一個帳號，因此信中沒有驗證碼。',
      '如果要改綁，請先登入原本的帳號，並將該帳號改用其他電子郵件。',
    ],
    button: { label: '登入', path: '/login' },
    unexpected: '如果不是您本人操作，您不必理會這封信，您的帳號沒有任何變動。',
  },
};

type NoticeWords<Kind extends MailContent['kind']> = InBothLanguages<
  (content: Extract<MailContent, { kind: Kind }>, timeZone: string) => FilledTemplate
>;

/** To the address of the account whose password has changed. */
export const passwordChanged: NoticeWords<'passwordChanged'> = {
  en_US: ({ at }, timeZone) => ({
    subject: 'Your Lightstick password was changed',
    preview: 'Was it you? Then all is well.',
    title: 'Your password was changed',
    paragraphs: ['Your account has a new password, and every earlier session was ended.'],
    facts: [{ name: 'When', value: instant(at, 'en_US', timeZone) }],
    button: { label: 'It was not me', path: '/forgot-password' },
    unexpected:
      'Was it you? Then you need not do anything. If not, set a new password right away, and change the password of this mailbox too: the person who did this may be reading it.',
  }),
  zh_TW: ({ at }, timeZone) => ({
    subject: '您的 Lightstick 密碼已變更',
    preview: '如果是您本人操作，不必理會這封信。',
    title: '您的密碼已變更',
    paragraphs: ['您的帳號已設定新密碼，先前登入的裝置都已登出。'],
    facts: [{ name: '時間', value: instant(at, 'zh_TW', timeZone) }],
    button: { label: '不是我本人操作', path: '/forgot-password' },
    unexpected:
      '如果是您本人操作，不必理會這封信。如果不是，請立即重新設定密碼，並變更這個信箱的密碼，因為對方可能看得到您的郵件。',
  }),
};

/** To the account's previous address. */
export const emailChanged: NoticeWords<'emailChanged'> = {
  en_US: ({ at, newEmail }, timeZone) => ({
    subject: 'Your Lightstick email was changed',
    preview: 'This address no longer belongs to your account.',
    title: 'Your email was changed',
    paragraphs: ['Your account has a new address. This one can no longer be used to sign in to it.'],
    facts: [
      { name: 'When', value: instant(at, 'en_US', timeZone) },
      { name: 'New address', value: newEmail },
    ],
    button: { label: 'It was not me', path: '/about-us' },
    unexpected:
      'Was it you? Then you need not do anything. If not, somebody else has your account: write to us right away, from this address. The page behind the button says where.',
  }),
  zh_TW: ({ at, newEmail }, timeZone) => ({
    subject: '您的 Lightstick 電子郵件已變更',
    preview: '這個電子郵件已不再屬於您的帳號。',
    title: '您的電子郵件已變更',
    paragraphs: ['您的帳號已改用新的電子郵件，這個電子郵件無法再登入該帳號。'],
    facts: [
      { name: '時間', value: instant(at, 'zh_TW', timeZone) },
      { name: '新的電子郵件', value: newEmail },
    ],
    button: { label: '不是我本人操作', path: '/about-us' },
    unexpected:
      '如果是您本人操作，不必理會這封信。如果不是，代表您的帳號已被他人使用，請立即用這個信箱寫信給我們，聯絡方式請點按鈕查看。',
  }),
};

/** To the address of an account whose deletion is pending. */
export const accountDeletionRequested: NoticeWords<'accountDeletionRequested'> = {
  en_US: ({ at, erasesAt }, timeZone) => ({
    subject: 'Your Lightstick account will be deleted',
    preview: 'Sign in within seven days if you want to keep it.',
    title: 'Goodbye, and thank you',
    paragraphs: [
      'Your account is closed now and will be deleted for good on the day below: your email, name and sign-ins go, and so do Points, tickets and unused votes. Votes that you have cast stay counted.',
      'Did you change your mind? Just sign in before then, and everything is as it was.',
    ],
    facts: [
      { name: 'Asked for', value: instant(at, 'en_US', timeZone) },
      { name: 'Deleted for good', value: instant(erasesAt, 'en_US', timeZone) },
    ],
    button: { label: 'Keep my account', path: '/login' },
    unexpected:
      'Was it not you? Then sign in right away, which stops the deletion, and change the passwords of your account and of this mailbox: the person who did this may be reading it.',
  }),
  zh_TW: ({ at, erasesAt }, timeZone) => ({
    subject: '您的 Lightstick 帳號即將刪除',
    preview: '如果想保留帳號，請在七天內登入。',
    title: '再見，謝謝您的陪伴',
    paragraphs: [
      '您的帳號現已關閉，並將於下列時間永久刪除：電子郵件、暱稱與登入紀錄，以及積分、投票券和未使用的票都會一併消失。您已投出的票仍然有效。',
      '改變心意了嗎？只要在那之前登入，一切都會恢復原狀。',
    ],
    facts: [
      { name: '申請時間', value: instant(at, 'zh_TW', timeZone) },
      { name: '永久刪除時間', value: instant(erasesAt, 'zh_TW', timeZone) },
    ],
    button: { label: '保留我的帳號', path: '/login' },
    unexpected: '如果不是您本人操作，請立即登入以停止刪除，並變更帳號與這個信箱的密碼，因為對方可能看得到您的郵件。',
  }),
};

/** Formats an instant with its time zone. */
function instant(at: string, language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(language === 'zh_TW' ? 'zh-Hant-TW' : 'en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
    timeZone,
  });
  // Some plain-text mail programs show narrow and no-break spaces as boxes.
  return format.format(new Date(at)).replaceAll(/[\u00A0\u202F]/g, ' ');
}
