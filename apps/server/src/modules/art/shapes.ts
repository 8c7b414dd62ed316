/** A coordinate as SVG text: one decimal at most, because more would only weigh. */
export function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The placing of a shape that is drawn around its own origin at a radius of 10. */
export type Placing = { x: number; y: number; radius: number; turnDegrees?: number };

/** The transform that places a shape. */
export function placed({ x, y, radius, turnDegrees = 0 }: Placing): string {
  const turn = turnDegrees === 0 ? '' : ` rotate(${coordinate(turnDegrees)})`;
  const scale = Math.round(radius * 10) / 100;
  return `translate(${coordinate(x)} ${coordinate(y)})${turn} scale(${scale})`;
}

/** Outlines around the origin at a radius of 10: a soft star, a heart, a bow with its knot. */
export const OUTLINES = {
  star: 'M0-9 2.6-3.4 8.7-2.7 4.3 1.5 5.4 7.4 0 4.5-5.4 7.4-4.3 1.5-8.7-2.7-2.6-3.4z',
  heart: 'M0 9C-16-2-7-12 0-5 7-12 16-2 0 9z',
  bow: 'M0-2C4-9 13-9 13-6V6C13 9 4 8 0 2-4 8-13 9-13 6V-6C-13-9-4-9 0-2zM-3-3h6v6h-6z',
} as const;

const shaped =
  (outline: keyof typeof OUTLINES) =>
  (placing: Placing, attributes = ''): string =>
    `<path transform="${placed(placing)}" d="${OUTLINES[outline]}"${attributes && ` ${attributes}`}/>`;

/** Shapes in their place; `attributes` carries their paint. */
export const star = shaped('star');
export const heart = shaped('heart');
export const bow = shaped('bow');

/** The outline of a four-pointed twinkle in the picture's own space, so that many fit into one path. */
export function twinkleOutline(x: number, y: number, radius: number): string {
  const near = coordinate(radius * 0.15);
  const far = coordinate(radius * 0.85);
  const tip = coordinate(radius);
  return `M${coordinate(x)} ${coordinate(y - radius)}q${near} ${far} ${tip} ${tip}-${far} ${near}-${tip} ${tip}-${near}-${far}-${tip}-${tip} ${far}-${near} ${tip}-${tip}z`;
}

/** The attribute that mirrors a drawing on the portrait's middle line. */
export const MIRROR = 'transform="matrix(-1 0 0 1 400 0)"';

/** A drawing and its mirror image. */
export function both(drawing: string): string {
  return `${drawing}<g ${MIRROR}>${drawing}</g>`;
}
