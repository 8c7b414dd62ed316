import { Refusal } from '#/errors.ts';
import { redraw } from '#/pictures/redraw.ts';
import { type Crop, isWithin } from './crop.rules.ts';

/** The edge of a fan's picture as it is kept, in pixels. */
const avatarEdge = 512;

/**
 * Draws the picture that a fan is shown by anew, as a square WebP.
 *
 * @param crop - the square to keep, in pixels of the upright picture; the middle when left out.
 * @throws Refusal REQUEST_INVALID for a crop that reaches beyond the picture, and what `redraw` throws.
 */
export function redrawPicture(file: Uint8Array, crop: Crop | undefined): Promise<Buffer> {
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
