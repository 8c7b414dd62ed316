type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * The form field `crop`: `left,top,size` in whole pixels. Rounding beyond the edge is corrected, because the server refuses
 * areas outside the picture.
 */
export function cropField(area: Area, picture: { readonly width: number; readonly height: number }): string {
  const most = Math.min(picture.width, picture.height);
  const size = Math.min(Math.max(1, Math.round(Math.min(area.width, area.height))), most);
  const within = (start: number, edge: number) => Math.min(Math.max(0, Math.round(start)), edge - size);
  return [within(area.x, picture.width), within(area.y, picture.height), size].join(',');
}
