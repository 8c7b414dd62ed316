type Size = { readonly width: number; readonly height: number };

/** What the stroke and the end dot need above and below, in units of the height. */
const marginPx = 3;

/**
 * Returns the path of values from left to right, the smallest below and the largest above, and where it ends. Equal values
 * are a line in the middle. Undefined for fewer than two.
 */
export function sparkLine(
  values: readonly number[],
  { width, height }: Size,
): { readonly path: string; readonly end: string } | undefined {
  if (values.length < 2) return undefined;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const inner = height - 2 * marginPx;
  const points = values.map((value, index) => {
    const share = most > least ? (value - least) / (most - least) : 0.5;
    return `${round((index * width) / (values.length - 1))} ${round(marginPx + inner * (1 - share))}`;
  });
  return { path: `M${points.join('L')}`, end: points.at(-1) ?? '' };
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
