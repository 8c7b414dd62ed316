/** A section of an upload in an object of its own. */
export type Part = { readonly offset: number; readonly length: number };

/** A section of a part to read, from its byte `start` on. */
export type Slice = { readonly part: Part; readonly start: number; readonly length: number };

/**
 * The slices of the longest gapless beginning of an upload, in order. Parts may overlap in any way, because a client whose
 * answer was lost repeats from its last known offset, perhaps at another replica. An additional part never shortens the
 * beginning, so concurrent parts need no lock.
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

/** The length of that beginning in bytes. */
export function arrivedOf(parts: readonly Part[]): number {
  return slicesOf(parts).reduce((sum, { length }) => sum + length, 0);
}

function endOf({ offset, length }: Part): number {
  return offset + length;
}

function furthest(parts: readonly Part[]): Part | undefined {
  return parts.reduce<Part | undefined>((best, part) => (best && endOf(best) >= endOf(part) ? best : part), undefined);
}
