export { artRoutes } from './art.routes.ts';
export { coverUrl, nftUrl, portraitUrl, SEED_PATTERN } from './art-url.ts';
export { AVATAR_PATH, avatarUrlOf } from './avatar-url.ts';
export { drawCover } from './cover/draw-cover.ts';
export { drawPortrait } from './portrait/draw-portrait.ts';
