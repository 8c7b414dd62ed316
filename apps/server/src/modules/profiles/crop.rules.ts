/** A square part of a picture, in its pixels. */
export type Crop = { readonly left: number; readonly top: number; readonly size: number };

/** Whether a part reaches nowhere beyond its picture. */
export function isWithin(
  { left, top, size }: Crop,
  picture: { readonly width: number; readonly height: number },
): boolean {
  return left >= 0 && top >= 0 && size > 0 && left + size <= picture.width && top + size <= picture.height;
}
