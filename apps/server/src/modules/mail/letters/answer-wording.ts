import type { InBothLanguages, Wording } from './wording.ts';

/** In place of the code for opening an account, where the address has one. */
export const alreadyRegistered: InBothLanguages<Wording> = {
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

/** In place of the code for a new password, where the address has no account. */
export const noAccount: InBothLanguages<Wording> = {
  en_US: {
    subject: 'There is no Lightstick account here',
    preview: 'Try another of your addresses, or open an account with this one.',
    title: 'No account with this address',
    paragraphs: [
      'Somebody, probably you, wanted to set a new password for this address. It has no account, so there is no code in this mail. Perhaps you signed up with another address, or with a wallet?',
    ],
    button: { label: 'Open an account', path: '/login' },
    unexpected: 'Was it not you? Then you need not do anything. We keep nothing about this address.',
  },
  zh_TW: {
    subject: '這個電子郵件沒有 Lightstick 帳號',
    preview: '請試試其他電子郵件，或用這個電子郵件註冊。',
    title: '找不到這個電子郵件的帳號',
    paragraphs: [
      '有人（應該就是您）想重設這個電子郵件的密碼。這個電子郵件沒有帳號，因此信中沒有驗證碼。您可能是用其他電子郵件或錢包註冊的。',
    ],
    button: { label: '註冊帳號', path: '/login' },
    unexpected: '如果不是您本人操作，您不必理會這封信，我們不會保存這個電子郵件。',
  },
};

/** In place of the code for a new address, where another account has it. */
export const emailTaken: InBothLanguages<Wording> = {
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
