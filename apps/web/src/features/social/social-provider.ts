import { type IconComponent, drawIcon } from '#/ui/icons/draw-icon.tsx';
import type { MediaInfo } from './use-media-info.ts';

/** The signs by which the two sites are known, in the line of our own icons. */
const XIcon = drawIcon('M4.5 4.5 15.8 19.5h3.7L8.2 4.5zM4.8 19.5l6.2-6.7M13 10.9l6-6.4');
const DiscordIcon = drawIcon(
  'M8.2 17.4 7 19.5c-2-.6-3.2-1.5-3.2-1.5-.3-4.4.9-8.6 3-12 1.4-.8 3-1.2 3-1.2l.5 1.3h3.4l.5-1.3s1.6.4 3 1.2c2.1 3.4 3.3 7.6 3 12 0 0-1.2.9-3.2 1.5l-1.2-2.1M7.5 17c2.8 1.3 6.2 1.3 9 0M9.3 12.4v.6M14.7 12.4v.6',
);

export type SocialProvider = 'twitter' | 'discord';

/** As people call them, in every language. */
export const providerNames: Readonly<Record<SocialProvider, string>> = { twitter: 'X', discord: 'Discord' };

export const providerIcons: Readonly<Record<SocialProvider, IconComponent>> = { twitter: XIcon, discord: DiscordIcon };

/** The name of the account that is linked, if one is. */
export function linkedName(provider: SocialProvider, mediaInfo: MediaInfo): string | null {
  return provider === 'twitter' ? mediaInfo.twitterName : mediaInfo.discordName;
}
