type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * The form's field `crop` for a part of a picture: `left,top,size` in whole pixels. Fractions of a pixel that reach over
 * the edge are taken back, because the server refuses what is not within the picture.
 */
export function cropField(area: Area, picture: { readonly width: number; readonly height: number }): string {
  const most = Math.min(picture.width, picture.height);
  const size = Math.min(Math.max(1, Math.round(Math.min(area.width, area.height))), most);
  const within = (start: number, edge: number) => Math.min(Math.max(0, Math.round(start)), edge - size);
  return [within(area.x, picture.width), within(area.y, picture.height), size].join(',');
}
