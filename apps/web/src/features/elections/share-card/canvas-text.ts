export type TextStyle = {
  /** Pixels. */
  readonly size: number;
  readonly weight: 500 | 600 | 700 | 800;
  readonly colour: string;
  readonly align?: CanvasTextAlign;
};

/** Draws words on a canvas in the type of the page. */
export type TextPen = {
  /** One line, shrunk down to 60 % and then truncated to fit `maxWidth`. Returns its width. */
  line(text: string, at: { x: number; y: number; maxWidth: number }, style: TextStyle): number;
  /** Breaks a text where its first line is full; the rest is empty when all fits. */
  broken(text: string, maxWidth: number, style: TextStyle): [first: string, rest: string];
  /** A text over at most two lines. Returns how many it took. */
  lines(text: string, at: { x: number; y: number; maxWidth: number; leading: number }, style: TextStyle): number;
};

const smallest = 0.6;

export function textPen(context: CanvasRenderingContext2D, family: string): TextPen {
  const choose = ({ weight, colour, align = 'left' }: TextStyle, size: number) => {
    context.font = `${weight} ${size}px ${family}`;
    context.fillStyle = colour;
    context.textAlign = align;
  };
  const widthOf = (text: string) => context.measureText(text).width;

  function line(
    text: string,
    { x, y, maxWidth }: { x: number; y: number; maxWidth: number },
    style: TextStyle,
  ): number {
    choose(style, style.size);
    // A little less, because widths do not shrink quite as sizes do.
    const fitting = widthOf(text) > maxWidth ? (0.99 * maxWidth) / widthOf(text) : 1;
    const size = style.size * Math.max(smallest, fitting);
    choose(style, size);
    const shown = cutToWidth(text, maxWidth, widthOf);
    context.fillText(shown, x, y);
    return widthOf(shown);
  }

  function broken(text: string, maxWidth: number, style: TextStyle): [first: string, rest: string] {
    choose(style, style.size);
    return breakOnce(text, maxWidth, widthOf);
  }

  return {
    line,
    broken,
    lines(text, { x, y, maxWidth, leading }, style) {
      const [first, rest] = broken(text, maxWidth, style);
      line(first, { x, y, maxWidth }, style);
      if (rest === '') return 1;
      line(rest, { x, y: y + leading, maxWidth }, style);
      return 2;
    },
  };
}

/**
 * Breaks a text after the last part that fits: between words, and in Chinese between characters (`Intl.Segmenter`). The
 * rest is empty when all fits.
 */
export function breakOnce(
  text: string,
  maxWidth: number,
  widthOf: (text: string) => number,
): [first: string, rest: string] {
  if (widthOf(text) <= maxWidth) return [text, ''];
  let first = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (first !== '' && widthOf((first + segment).trimEnd()) > maxWidth) break;
    first += segment;
  }
  return [first.trimEnd(), text.slice(first.length).trimStart()];
}

/** Returns the longest beginning that fits, with an ellipsis where something is missing. */
export function cutToWidth(text: string, maxWidth: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= maxWidth) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && widthOf(`${characters.join('')}…`) > maxWidth) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
