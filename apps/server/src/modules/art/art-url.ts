/**
 * Raise it whenever a drawing changes: pictures are answered as immutable, so a changed drawing needs a new address.
 */
const ART_VERSION = 'v1';

/** Seeds are lower-case words, digits and hyphens; `-h0` … `-h9` at the end chooses the light. */
export const SEED_PATTERN = /^[a-z0-9-]{1,64}$/;

/** The address of the portrait of a seed, relative to the site. */
export function portraitUrl(seed: string): string {
  return `/art/${ART_VERSION}/portraits/${seed}.svg`;
}

/** The address of the picture of an NFT edition, relative to the site. */
export function nftUrl(seed: string): string {
  return `/art/${ART_VERSION}/nfts/${seed}.svg`;
}

/** The address of the cover of a seed, relative to the site. */
export function coverUrl(seed: string): string {
  return `/art/${ART_VERSION}/covers/${seed}.svg`;
}

/** The columns that determine a fan's picture. */
type Face = { readonly avatar_file: string | null; readonly avatar_seed: string };

/** The path of uploaded pictures. */
export const AVATAR_PATH = '/avatars';

/** The address of a fan's picture, relative to the site: the uploaded one, else the drawn portrait. */
export function avatarUrlOf({ avatar_file, avatar_seed }: Face): string {
  return avatar_file === null ? portraitUrl(avatar_seed) : `${AVATAR_PATH}/${avatar_file}`;
}
