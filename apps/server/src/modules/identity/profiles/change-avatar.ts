import { Refusal } from '#/errors.ts';
import { redraw } from '#/lib/redraw-picture.ts';
import { readUserInfo, type UserInfo } from '#/modules/identity/fan.view.ts';
import { type AvatarFiles, enqueueAvatarRemoval } from './avatar-files.ts';
import { swapAvatarFile } from './profile.store.ts';
import type { Services } from '#/services.ts';

type AvatarServices = Pick<Services, 'db'> & { readonly files: AvatarFiles };

type Picture = { readonly file: Uint8Array; readonly crop: Crop | undefined };

/**
 * Shows a fan by a picture of their own. The file is there before the row names it, and the one before goes only when no
 * row names it any more; a file that is never named, because something failed in between, is swept later.
 * Throws Refusal PICTURE_UNREADABLE, PICTURE_TOO_MANY_PIXELS or REQUEST_INVALID, which leave everything as it was.
 */
export async function uploadAvatar(services: AvatarServices, fanId: number, picture: Picture): Promise<UserInfo> {
  const redrawn = await cropPicture(picture.file, picture.crop);
  return show(services, fanId, await services.files.keep(redrawn));
}

/** Shows a fan by the drawn portrait again. */
export function removeAvatar(services: AvatarServices, fanId: number): Promise<UserInfo> {
  return show(services, fanId, null);
}

function show({ db }: AvatarServices, fanId: number, avatarFile: string | null): Promise<UserInfo> {
  return db.transaction().execute(async (tx) => {
    const before = await swapAvatarFile(tx, fanId, avatarFile);
    if (before !== null) await enqueueAvatarRemoval(tx, before);
    return readUserInfo(tx, fanId);
  });
}

/** A square part of a picture, in its pixels. */
type Crop = { readonly left: number; readonly top: number; readonly size: number };

/** Whether a part reaches nowhere beyond its picture. */
function isWithin({ left, top, size }: Crop, picture: { readonly width: number; readonly height: number }): boolean {
  return left >= 0 && top >= 0 && size > 0 && left + size <= picture.width && top + size <= picture.height;
}

/** The edge of a fan's picture as it is kept, in pixels. */
const avatarEdge = 512;

/**
 * Draws the picture that a fan is shown by anew, as a square WebP.
 *
 * @param crop - the square to keep, in pixels of the upright picture; the middle when left out.
 * @throws Refusal REQUEST_INVALID for a crop that reaches beyond the picture, and what `redraw` throws.
 */
function cropPicture(file: Uint8Array, crop: Crop | undefined): Promise<Buffer> {
  return redraw(file, (upright, size) => {
    if (crop && !isWithin(crop, size)) throw beyondThePicture();
    const cut = crop
      ? upright.extract({ left: crop.left, top: crop.top, width: crop.size, height: crop.size })
      : upright;
    return cut.resize(avatarEdge, avatarEdge, { fit: 'cover' });
  });
}

function beyondThePicture(): Refusal {
  const expected = { en_US: 'must lie within the picture', zh_TW: '必須在圖片範圍內' };
  return new Refusal('REQUEST_INVALID', { field: 'crop', expected });
}
