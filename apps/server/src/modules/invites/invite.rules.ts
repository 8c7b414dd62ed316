import type { Language } from '@lightstick/contract';

/** What an invite is called in lists of Points. */
export function inviteTitle(nickname: string, language: Language): string {
  return language === 'zh_TW' ? `邀請了 ${nickname}` : `You brought ${nickname}`;
}
