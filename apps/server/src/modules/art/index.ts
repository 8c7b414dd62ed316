import type { Module } from '#/services.ts';
import { artRoutes } from './art.routes.ts';
import { photoRoutes } from './photos.routes.ts';

export {
  badgeOf,
  coverPreview,
  coverUrl,
  nftUrl,
  portraitUrl,
  songCoverUrl,
  SEED_PATTERN,
  AVATAR_PATH,
  avatarUrlOf,
} from './art.routes.ts';
export { photoExpectation, photoFault, type PhotoFrame, photoNameOf } from './cut-photo.ts';
export { addPhotos, type Photo, photoAlt } from './photos.store.ts';
export { drawCover } from './draw-cover.ts';
export { drawNft } from './draw-nft.ts';
export { drawPortrait } from './portrait/draw-portrait.ts';

export const art = {
  routes(server, { db }) {
    void server.register(artRoutes);
    photoRoutes(server, { db });
  },
} satisfies Module;
