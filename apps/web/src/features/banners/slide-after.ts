/** The slide one further or one back; behind the last comes the first, and before the first the last. */
export function slideAfter(shown: number, by: 1 | -1, total: number): number {
  return (shown + by + total) % total;
}
