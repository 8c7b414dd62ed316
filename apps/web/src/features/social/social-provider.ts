import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { DiscordIcon, XIcon } from './social-icons.ts';
import type { MediaInfo } from './use-media-info.ts';

export type SocialProvider = 'twitter' | 'discord';

/** As people call them, in every language. */
export const providerNames: Readonly<Record<SocialProvider, string>> = { twitter: 'X', discord: 'Discord' };

export const providerIcons: Readonly<Record<SocialProvider, IconComponent>> = { twitter: XIcon, discord: DiscordIcon };

/** The name of the account that is linked, if one is. */
export function linkedName(provider: SocialProvider, mediaInfo: MediaInfo): string | null {
  return provider === 'twitter' ? mediaInfo.twitterName : mediaInfo.discordName;
}
