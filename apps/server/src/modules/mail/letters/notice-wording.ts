import type { Language } from '@lightstick/contract';
import type { Letter } from '../mail.ts';
import type { InBothLanguages, Wording } from './wording.ts';

type NoticeWords<Kind extends Letter['kind']> = InBothLanguages<
  (letter: Extract<Letter, { kind: Kind }>, timeZone: string) => Wording
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
      'Was it you? Then you need not do anything. If not, set a new password right away, and change the password of this mailbox too: whoever did this may be reading it.',
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

/** To the address that the account had until then. */
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

/** To the address of an account that is to be deleted. */
export const accountLeaving: NoticeWords<'accountLeaving'> = {
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
      'Was it not you? Then sign in right away, which stops the deletion, and change the passwords of your account and of this mailbox: whoever did this may be reading it.',
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

/** An instant as people read it, with the zone that it is told in. */
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
  // Narrow and no-break spaces are boxes in some plain-text mail programs.
  return format.format(new Date(at)).replaceAll(/[\u00A0\u202F]/g, ' ');
}
