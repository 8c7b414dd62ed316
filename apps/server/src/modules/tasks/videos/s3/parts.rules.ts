/** A stretch of an upload that lies in an object of its own: so many bytes from an offset on. */
export type Part = { readonly offset: number; readonly length: number };

/** What is read of a part: so many of its bytes, from its byte `start` on. */
export type Slice = { readonly part: Part; readonly start: number; readonly length: number };

/**
 * The slices that make the longest beginning of an upload without a gap, in order. Parts may overlap in any way, because a
 * client whose answer was lost sends again from where it was told, perhaps to another replica. A part more never makes the
 * beginning shorter, so that nobody has to be kept from adding one.
 */
export function slicesOf(parts: readonly Part[]): Slice[] {
  const slices: Slice[] = [];
  let end = 0;
  for (;;) {
    const next = furthest(parts.filter(({ offset }) => offset <= end));
    if (!next || endOf(next) <= end) return slices;
    slices.push({ part: next, start: end - next.offset, length: endOf(next) - end });
    end = endOf(next);
  }
}

/** How long that beginning is, in bytes. */
export function arrivedOf(parts: readonly Part[]): number {
  return slicesOf(parts).reduce((sum, { length }) => sum + length, 0);
}

function endOf({ offset, length }: Part): number {
  return offset + length;
}

function furthest(parts: readonly Part[]): Part | undefined {
  return parts.reduce<Part | undefined>((best, part) => (best && endOf(best) >= endOf(part) ? best : part), undefined);
}
