import type { Language } from '@lightstick/contract';
import type { Deed } from './social-accounts.ts';

/** What was not seen at X, as the end of "does not show yet that you". */
export const deedWords: Readonly<Record<Deed, Readonly<Record<Language, string>>>> = {
  follow: { en_US: 'follow the account', zh_TW: '追蹤這個帳號' },
  repost: { en_US: 'reposted the latest post', zh_TW: '轉發最新貼文' },
  like: { en_US: 'like the latest post', zh_TW: '對最新貼文按讚' },
};
