import { readUserInfo, type UserInfo } from '#/modules/accounts/index.ts';
import type { Services } from '#/services.ts';
import type { AvatarFiles } from './avatar-files.ts';
import type { Crop } from './crop.rules.ts';
import { swapAvatarFile } from './profile.store.ts';
import { redrawPicture } from './redraw-picture.ts';
import { enqueueAvatarRemoval } from './remove-avatar-file-job.ts';

type AvatarServices = Pick<Services, 'db'> & { readonly files: AvatarFiles };

type Picture = { readonly file: Uint8Array; readonly crop: Crop | undefined };

/**
 * Shows a fan by a picture of their own. The file is there before the row names it, and the one before goes only when no
 * row names it any more; a file that is never named, because something failed in between, is swept later.
 * Throws Refusal PICTURE_UNREADABLE, PICTURE_TOO_MANY_PIXELS or REQUEST_INVALID, which leave everything as it was.
 */
export async function uploadAvatar(services: AvatarServices, fanId: number, picture: Picture): Promise<UserInfo> {
  const redrawn = await redrawPicture(picture.file, picture.crop);
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
