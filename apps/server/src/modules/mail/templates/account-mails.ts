import type { Language } from '@lightstick/contract';
import { type FilledTemplate, type InBothLanguages, instant, type NoticeWords } from './template.ts';
import type { MailContent } from '#/modules/mail/mail.ts';

/** Replaces a registration code, for an address with an account. */
export const alreadyRegistered: InBothLanguages<FilledTemplate> = {
  en_US: {
    subject: 'You already have a {product} account',
    preview: 'Just sign in with this address.',
    title: 'You already have an account',
    paragraphs: [
      'Someone, probably you, tried to create an account with this address. ' +
        'It already has one, so this email has no code. Just sign in.',
    ],
    button: { label: 'Sign in', path: '/login' },
    unexpected: 'Not you? You can ignore this email. Your account is unchanged.',
  },
  zh_TW: {
    subject: '你已經有 {product} 帳號了',
    preview: '請直接用這個電子郵件登入，不必重新註冊。',
    title: '你已經有帳號了',
    paragraphs: [
      '有人（應該就是你）想用這個電子郵件註冊。這個電子郵件已經有帳號，因此信中沒有驗證碼，直接登入就可以了。',
    ],
    button: { label: '登入', path: '/login' },
    unexpected: '如果不是你本人操作，不必理會這封信，你的帳號沒有任何變動。',
  },
};

/** Replaces a code to sign in or to set a password, for an address without an account. */
export const noAccount: InBothLanguages<FilledTemplate> = {
  en_US: {
    subject: 'No {product} account with this address',
    preview: 'Try another address, or create an account with this one.',
    title: 'No account with this address',
    paragraphs: [
      'Someone, probably you, tried to sign in or set a password with this address. ' +
        'It has no account, so this email has no code. Did you sign up with another address, or with a wallet?',
    ],
    button: { label: 'Create an account', path: '/login' },
    unexpected: 'Not you? You can ignore this email. We don’t keep this address.',
  },
  zh_TW: {
    subject: '這個電子郵件沒有 {product} 帳號',
    preview: '請試試其他電子郵件，或用這個電子郵件註冊。',
    title: '找不到這個電子郵件的帳號',
    paragraphs: [
      '有人（應該就是你）想用這個電子郵件登入或設定密碼。這個電子郵件沒有帳號，因此信中沒有驗證碼。你可能是用其他電子郵件或錢包註冊的。',
    ],
    button: { label: '註冊帳號', path: '/login' },
    unexpected: '如果不是你本人操作，不必理會這封信，我們不會保存這個電子郵件。',
  },
};

/** Replaces a code for a new address, for an address of another account. */
export const emailTaken: InBothLanguages<FilledTemplate> = {
  en_US: {
    subject: 'This address already has a {product} account',
    preview: 'An address can belong to only one account.',
    title: 'This address is taken',
    paragraphs: [
      'Someone, probably you, tried to use this address for another account. ' +
        'It already has an account, and an address can belong to only one, so this email has no code.',
      'To use it elsewhere, sign in to the account that has it and change its email first.',
    ],
    button: { label: 'Sign in', path: '/login' },
    unexpected: 'Not you? You can ignore this email. Your account is unchanged.',
  },
  zh_TW: {
    subject: '這個電子郵件已經有 {product} 帳號',
    preview: '一個電子郵件只能用於一個帳號。',
    title: '這個電子郵件已被使用',
    paragraphs: [
      '有人（應該就是你）想把這個電子郵件用於另一個帳號。這個電子郵件已經有帳號，而一個電子郵件只能用於一個帳號，因此信中沒有驗證碼。',
      '要用於其他帳號，請先登入原本的帳號，將它改用別的電子郵件。',
    ],
    button: { label: '登入', path: '/login' },
    unexpected: '如果不是你本人操作，不必理會這封信，你的帳號沒有任何變動。',
  },
};

/** Goes to the address of the account whose password has changed. */
export const passwordChanged: NoticeWords<'passwordChanged'> = {
  en_US: ({ at }, timeZone) => ({
    subject: 'Your {product} password was changed',
    preview: 'Was this you? You’re all set.',
    title: 'Your password was changed',
    paragraphs: ['Your account has a new password. All devices signed in before are now signed out.'],
    facts: [{ name: 'When', value: instant(at, 'en_US', timeZone) }],
    button: { label: 'This wasn’t me', path: '/forgot-password' },
    unexpected:
      'Was this you? You’re all set. If not, set a new password right away. ' +
      'Change your mailbox password too: the person who did this may read your email.',
  }),
  zh_TW: ({ at }, timeZone) => ({
    subject: '你的 {product} 密碼已變更',
    preview: '如果是你本人操作，不必理會這封信。',
    title: '你的密碼已變更',
    paragraphs: ['你的帳號已設定新密碼，先前登入的裝置都已登出。'],
    facts: [{ name: '時間', value: instant(at, 'zh_TW', timeZone) }],
    button: { label: '不是我本人操作', path: '/forgot-password' },
    unexpected:
      '如果是你本人操作，不必理會這封信。如果不是，請立即重新設定密碼，並變更這個信箱的密碼，因為對方可能看得到你的郵件。',
  }),
};

/** Goes to the account's previous address. */
export const emailChanged: NoticeWords<'emailChanged'> = {
  en_US: ({ at, newEmail }, timeZone) => ({
    subject: 'Your {product} email was changed',
    preview: 'This address no longer belongs to your account.',
    title: 'Your email was changed',
    paragraphs: ['Your account now uses another address. You can no longer sign in with this one.'],
    facts: [
      { name: 'When', value: instant(at, 'en_US', timeZone) },
      { name: 'New address', value: newEmail },
    ],
    button: { label: 'This wasn’t me', path: '/about-us' },
    unexpected:
      'Was this you? You’re all set. If not, someone else has your account: ' +
      'write to us right away from this address. The button shows how to reach us.',
  }),
  zh_TW: ({ at, newEmail }, timeZone) => ({
    subject: '你的 {product} 電子郵件已變更',
    preview: '這個電子郵件已不再屬於你的帳號。',
    title: '你的電子郵件已變更',
    paragraphs: ['你的帳號已改用新的電子郵件，這個電子郵件無法再登入該帳號。'],
    facts: [
      { name: '時間', value: instant(at, 'zh_TW', timeZone) },
      { name: '新的電子郵件', value: newEmail },
    ],
    button: { label: '不是我本人操作', path: '/about-us' },
    unexpected:
      '如果是你本人操作，不必理會這封信。如果不是，代表你的帳號已被他人使用，請立即用這個信箱寫信給我們，聯絡方式請點按鈕查看。',
  }),
};

/** Goes to the address of an email account that has linked a wallet. */
export const walletLinked: NoticeWords<'walletLinked' | 'walletUnlinked'> = {
  en_US: (content, timeZone) => ({
    subject: 'A wallet was linked to your {product} account',
    preview: 'Was this you? You’re all set.',
    title: 'A wallet was linked',
    paragraphs: ['Your NFTs can now move to this wallet. It doesn’t sign in to your account.'],
    facts: walletFacts(content, 'en_US', timeZone),
    ...walletWarning.en_US,
  }),
  zh_TW: (content, timeZone) => ({
    subject: '你的 {product} 帳號已連結錢包',
    preview: '如果是你本人操作，不必理會這封信。',
    title: '已連結錢包',
    paragraphs: ['你的 NFT 現在可以移入這個錢包，但不能用它登入你的帳號。'],
    facts: walletFacts(content, 'zh_TW', timeZone),
    ...walletWarning.zh_TW,
  }),
};

/** Goes to the address of an email account that has removed its wallet. */
export const walletUnlinked: typeof walletLinked = {
  en_US: (content, timeZone) => ({
    subject: 'Your wallet was removed from {product}',
    preview: 'Was this you? You’re all set.',
    title: 'Your wallet was removed',
    paragraphs: ['Your NFTs can no longer move to this wallet. Those already in it stay there.'],
    facts: walletFacts(content, 'en_US', timeZone),
    ...walletWarning.en_US,
  }),
  zh_TW: (content, timeZone) => ({
    subject: '你的 {product} 帳號已移除錢包',
    preview: '如果是你本人操作，不必理會這封信。',
    title: '已移除錢包',
    paragraphs: ['你的 NFT 無法再移入這個錢包，已經在錢包裡的不受影響。'],
    facts: walletFacts(content, 'zh_TW', timeZone),
    ...walletWarning.zh_TW,
  }),
};

/** Signing out everywhere comes first: the change took a session. */
const walletWarning: InBothLanguages<Pick<FilledTemplate, 'button' | 'unexpected'>> = {
  en_US: {
    button: { label: 'Check my devices', path: '/my-devices' },
    unexpected:
      'Was this you? You’re all set. If not, sign out everywhere and change your password right away. ' +
      'Change your mailbox password too: the person who did this may read your email.',
  },
  zh_TW: {
    button: { label: '檢查我的裝置', path: '/my-devices' },
    unexpected:
      '如果是你本人操作，不必理會這封信。如果不是，請立即登出所有裝置並變更密碼，也請變更這個信箱的密碼，因為對方可能看得到你的郵件。',
  },
};

type WalletChange = Extract<MailContent, { wallet: string }>;

function walletFacts(
  { at, wallet }: WalletChange,
  language: Language,
  timeZone: string,
): NonNullable<FilledTemplate['facts']> {
  const [when, name] = language === 'zh_TW' ? ['時間', '錢包'] : ['When', 'Wallet'];
  return [
    { name: when, value: instant(at, language, timeZone) },
    { name, value: wallet },
  ];
}

/** Goes to the address of an account whose deletion is pending. */
export const accountDeletionRequested: NoticeWords<'accountDeletionRequested'> = {
  en_US: ({ at, erasesAt }, timeZone) => ({
    subject: 'Your {product} account will be deleted',
    preview: 'Sign in within 7 days to keep it.',
    title: 'Goodbye, and thank you',
    paragraphs: [
      'Your account is closed and will be deleted for good on the date below. ' +
        'You’ll lose your email, name, sign-ins, Points, tickets and unused votes. ' +
        'The votes you’ve cast still count.',
      'Changed your mind? Sign in before then and everything is restored.',
    ],
    facts: [
      { name: 'Requested', value: instant(at, 'en_US', timeZone) },
      { name: 'Will be deleted on', value: instant(erasesAt, 'en_US', timeZone) },
    ],
    button: { label: 'Keep my account', path: '/login' },
    unexpected:
      'Not you? Sign in right away to stop the deletion. Then change the passwords of your account and your ' +
      'mailbox: the person who did this may read your email.',
  }),
  zh_TW: ({ at, erasesAt }, timeZone) => ({
    subject: '你的 {product} 帳號即將刪除',
    preview: '如果想保留帳號，請在 7 天內登入。',
    title: '再見，謝謝你的陪伴',
    paragraphs: [
      '你的帳號已關閉，並將於下列時間永久刪除：電子郵件、暱稱、登入紀錄、點數、投票券和未使用的票都會消失。你已投出的票仍然有效。',
      '改變心意了嗎？只要在那之前登入，一切都會恢復原狀。',
    ],
    facts: [
      { name: '申請時間', value: instant(at, 'zh_TW', timeZone) },
      { name: '永久刪除時間', value: instant(erasesAt, 'zh_TW', timeZone) },
    ],
    button: { label: '保留我的帳號', path: '/login' },
    unexpected: '如果不是你本人操作，請立即登入以停止刪除，並變更帳號與這個信箱的密碼，因為對方可能看得到你的郵件。',
  }),
};
