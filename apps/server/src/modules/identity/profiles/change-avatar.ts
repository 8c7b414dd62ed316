import { Refusal } from '#/errors.ts';
import { redraw } from '#/lib/redraw-picture.ts';
import { readUserInfo, type UserInfo } from '#/modules/identity/fan.view.ts';
import { type AvatarFiles, enqueueAvatarRemoval } from './avatar-files.ts';
import { swapAvatarFile } from './profile.store.ts';
import type { Services } from '#/services.ts';

type AvatarServices = Pick<Services, 'db'> & { readonly files: AvatarFiles };

type Picture = { readonly file: Uint8Array; readonly crop: Crop | undefined };

/**
 * Stores a fan's own picture. The file exists before the row names it, and is deleted only after no row names it; the
 * sweep deletes files of failed uploads.
 */
export async function uploadAvatar(services: AvatarServices, fanId: number, picture: Picture): Promise<UserInfo> {
  const redrawn = await cropPicture(picture.file, picture.crop);
  return show(services, fanId, await services.files.keep(redrawn));
}

/** Restores the drawn portrait. */
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

function isWithin({ left, top, size }: Crop, picture: { readonly width: number; readonly height: number }): boolean {
  return left >= 0 && top >= 0 && size > 0 && left + size <= picture.width && top + size <= picture.height;
}

/** Edge of a stored picture in pixels. */
const avatarEdge = 512;

/**
 * Crops and re-encodes a picture as a square WebP.
 *
 * @param crop - the square in pixels of the upright picture; the middle when omitted.
 * @throws Refusal REQUEST_INVALID for a crop beyond the picture, and what `redraw` throws.
 */
function cropPicture(file: Uint8Array, crop: Crop | undefined): Promise<Buffer> {
  return redraw({ file, field: 'avatar' }, (upright, size) => {
    if (crop && !isWithin(crop, size)) throw beyondThePicture();
    const cut = crop
      ? upright.extract({ left: crop.left, top: crop.top, width: crop.size, height: crop.size })
      : upright;
    return cut.resize(avatarEdge, avatarEdge, { fit: 'cover' });
  });
}

function beyondThePicture(): Refusal {
  const expected = { en_US: 'must be within the picture', zh_TW: '必須在圖片範圍內' };
  return new Refusal('REQUEST_INVALID', { field: 'crop', expected });
}
