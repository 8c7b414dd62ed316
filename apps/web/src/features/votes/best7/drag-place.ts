/** Where a row of a list stands before anything moves: pixels from the top of the list. */
export type RowSpan = { readonly top: number; readonly height: number };

/**
 * The place a row takes when it is dragged by `shift` pixels: as many rows give way as have their middle passed by the
 * dragged row's leading edge, as a hand expects that pushes cards along. Rows may differ in height.
 */
export function placeWhenDragged(rows: readonly RowSpan[], from: number, shift: number): number {
  const dragged = rows[from];
  if (!dragged) return from;
  const middle = ({ top, height }: RowSpan) => top + height / 2;
  const before = rows.slice(0, from).filter((row) => middle(row) > dragged.top + shift).length;
  const behind = rows.slice(from + 1).filter((row) => middle(row) < dragged.top + dragged.height + shift).length;
  return from - before + behind;
}

/** By how many pixels a row that is not dragged gives way while the one at `from` is held over the place `to`. */
export function giveWay(rows: readonly RowSpan[], index: number, from: number, to: number): number {
  const room = rows[from]?.height ?? 0;
  if (index > from && index <= to) return -room;
  if (index < from && index >= to) return room;
  return 0;
}
