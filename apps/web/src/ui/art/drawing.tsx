import { type ReactNode, useId } from 'react';

type DrawingProps = {
  width: number;
  height: number;
  /** Draws; `name` names a definition so that two drawings on one screen do not take each other's. */
  children: (name: (definition: string) => string) => ReactNode;
  className?: string;
};

/** Shows a code-drawn picture. Screen readers skip it, because the adjacent text has the same content. */
export function Drawing({ width, height, children, className = '' }: DrawingProps): ReactNode {
  const id = useId();
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      className={`mx-auto block h-auto max-w-full overflow-visible ${className}`}
    >
      {children((definition) => `${id}-${definition}`)}
    </svg>
  );
}

type GlowProps = { id: string; colour: string; strength?: number };

/** Draws a light that fades towards its rim, to be used as a fill. */
export function Glow({ id, colour, strength = 0.75 }: GlowProps): ReactNode {
  return (
    <radialGradient id={id}>
      <stop stopColor={colour} stopOpacity={strength} />
      <stop offset="1" stopColor={colour} stopOpacity="0" />
    </radialGradient>
  );
}

/** Draws a colour that becomes another from top to bottom, to be used as a fill. */
export function Ramp({ id, from, to }: { id: string; from: string; to: string }): ReactNode {
  return (
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop stopColor={from} />
      <stop offset="1" stopColor={to} />
    </linearGradient>
  );
}

type SparkleProps = { x: number; y: number; size: number; opacity?: number };

export function Sparkle({ x, y, size, opacity = 0.9 }: SparkleProps): ReactNode {
  const waist = size * 0.22;
  const path = [
    `M${x} ${y - size}`,
    `Q${x + waist * 0.4} ${y - waist * 0.4} ${x + size} ${y}`,
    `Q${x + waist * 0.4} ${y + waist * 0.4} ${x} ${y + size}`,
    `Q${x - waist * 0.4} ${y + waist * 0.4} ${x - size} ${y}`,
    `Q${x - waist * 0.4} ${y - waist * 0.4} ${x} ${y - size}Z`,
  ].join('');
  return <path d={path} fill="#fff" opacity={opacity} />;
}

/** The colours of the lightsticks in the crowd, which every drawing on the stage shares. */
export const lights = {
  mint: '#7de3d0',
  violet: '#a99bff',
  pink: '#ff8fb8',
  blush: '#ffd0e2',
  gold: '#ffd86b',
} as const;

/** Ribbons and seals, from top to bottom. */
export const golden = { from: '#fff3c4', to: '#f0a92e', rim: '#c97f12' } as const;

/** The dark of the sticks' handles. */
export const night = '#2a1250';
