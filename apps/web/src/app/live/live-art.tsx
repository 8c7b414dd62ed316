import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle, lights, night } from '#/ui/art/drawing.tsx';

const heart = 'M0 6S-8 1.2-8-4A4.3 4.3 0 0 1 0-6.4 4.3 4.3 0 0 1 8-4C8 1.2 0 6 0 6z';

const hearts = [
  { x: 262, y: 108, scale: 1.2, colour: lights.pink, opacity: 1 },
  { x: 282, y: 78, scale: 0.9, colour: lights.gold, opacity: 0.9 },
  { x: 264, y: 52, scale: 0.8, colour: lights.violet, opacity: 0.75 },
  { x: 280, y: 28, scale: 0.55, colour: lights.mint, opacity: 0.6 },
] as const;

/** A phone on a stand before the stage, with hearts and comments. */
export function LiveArt(): ReactNode {
  return (
    <Drawing width={320} height={160}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('halo')} colour={lights.pink} strength={0.6} />
            <linearGradient id={name('screen')} x2="1" y2="1">
              <stop stopColor={lights.pink} stopOpacity=".55" />
              <stop offset="1" stopColor={lights.violet} stopOpacity=".55" />
            </linearGradient>
          </defs>
          <ellipse cx="160" cy="80" rx="130" ry="74" fill={`url(#${name('halo')})`} />
          <path d="M160 132v20M132 154h56" stroke={night} strokeWidth="6" strokeLinecap="round" />
          <rect x="76" y="14" width="168" height="116" rx="18" fill={night} />
          <rect x="84" y="22" width="152" height="100" rx="12" fill={`url(#${name('screen')})`} />
          <circle cx="160" cy="72" r="25" fill="#fff" opacity=".95" />
          <path
            d="M153 60.5v23a1.5 1.5 0 0 0 2.3 1.3l18-11.5a1.5 1.5 0 0 0 0-2.6l-18-11.5a1.5 1.5 0 0 0-2.3 1.3z"
            fill={night}
          />
          <g fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" opacity=".7">
            <path d="M124 54a27 27 0 0 0 0 36M196 54a27 27 0 0 1 0 36" />
            <path d="M114 46a42 42 0 0 0 0 52M206 46a42 42 0 0 1 0 52" opacity=".6" />
          </g>
          <Words x={16} y={34} width={48} colour={lights.blush} />
          <Words x={26} y={70} width={38} colour="#ffffff" />
          <Words x={12} y={104} width={52} colour={lights.mint} />
          {hearts.map(({ x, y, scale, colour, opacity }) => (
            <path
              key={y}
              d={heart}
              fill={colour}
              opacity={opacity}
              transform={`translate(${x} ${y}) scale(${scale})`}
            />
          ))}
          <Sparkle x={300} y={124} size={6} opacity={0.7} />
        </>
      )}
    </Drawing>
  );
}

type WordsProps = { x: number; y: number; width: number; colour: string };

/** A fan's comment. */
function Words({ x, y, width, colour }: WordsProps): ReactNode {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d={`M8 0H${width - 8}a8 8 0 0 1 8 8v4a8 8 0 0 1-8 8H14l-8 6v-6.4A8 8 0 0 1 0 12V8a8 8 0 0 1 8-8z`}
        fill={colour}
        opacity=".92"
      />
      <path
        d={`M9 8H${width - 12}M9 13H${width - 22}`}
        stroke={night}
        strokeWidth="2"
        strokeLinecap="round"
        opacity=".5"
      />
    </g>
  );
}
