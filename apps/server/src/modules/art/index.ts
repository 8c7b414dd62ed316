import type { Module } from '#/services.ts';
import { artRoutes } from './art.routes.ts';

export {
  badgeOf,
  coverUrl,
  nftUrl,
  portraitUrl,
  songCoverUrl,
  SEED_PATTERN,
  AVATAR_PATH,
  avatarUrlOf,
} from './art.routes.ts';
export { drawCover } from './draw-cover.ts';
export { drawNft } from './draw-nft.ts';
export { drawPortrait } from './portrait/draw-portrait.ts';

export const art = { routes: (server) => void server.register(artRoutes) } satisfies Module;
