import { portraitUrl } from './art-url.ts';

/** Of a fan's row, what decides how the fan looks. */
export type Face = { readonly avatar_file: string | null; readonly avatar_seed: string };

/** Where pictures that fans uploaded are, by the names of their files. */
export const AVATAR_PATH = '/avatars';

/** The address of a fan's picture, relative to the site: the one they uploaded, else the portrait drawn for them. */
export function avatarUrlOf({ avatar_file, avatar_seed }: Face): string {
  return avatar_file === null ? portraitUrl(avatar_seed) : `${AVATAR_PATH}/${avatar_file}`;
}
