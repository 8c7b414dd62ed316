import type { ReactNode } from 'react';
import { Drawing, Glow, lights, night, Ramp, Sparkle } from '#/ui/art/drawing.tsx';

/** The capsules in the drum, around its middle. */
const capsules = [
  { x: -44, y: 22, turn: 20, colour: lights.mint },
  { x: -16, y: 44, turn: -40, colour: lights.gold },
  { x: 22, y: 42, turn: 65, colour: lights.pink },
  { x: 50, y: 16, turn: -20, colour: lights.violet },
  { x: 4, y: 8, turn: 100, colour: lights.blush },
  { x: -34, y: -18, turn: -70, colour: lights.violet },
  { x: 32, y: -24, turn: 30, colour: lights.mint },
  { x: -2, y: -46, turn: 0, colour: lights.gold },
] as const;

/** A drum of capsules, which turns by the class `drum-turns` while it is drawn (features/luck/draw/draw.css). */
export function DrumArt({ turns = false }: { turns?: boolean }): ReactNode {
  return (
    <Drawing width={320} height={250}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.violet} />
            <radialGradient id={name('glass')} cx=".35" cy=".3">
              <stop stopColor="#fff" stopOpacity=".38" />
              <stop offset=".7" stopColor="#fff" stopOpacity=".1" />
              <stop offset="1" stopColor="#fff" stopOpacity=".28" />
            </radialGradient>
            <Ramp id={name('foot')} from={lights.pink} to="#b81660" />
          </defs>
          <circle cx="160" cy="112" r="132" fill={`url(#${name('glow')})`} />
          <ellipse cx="160" cy="236" rx="104" ry="13" fill={night} opacity=".6" />
          <path d="M110 176h100l24 56a6 6 0 0 1-6 8H92a6 6 0 0 1-6-8z" fill={`url(#${name('foot')})`} />
          <path d="M86 232l4-10h140l4 10a6 6 0 0 1-6 8H92a6 6 0 0 1-6-8z" fill="#fff" opacity=".22" />
          <circle cx="160" cy="104" r="92" fill={night} opacity=".45" />
          <g className={turns ? 'drum-turns' : 'drum'} transform="translate(160 104)">
            <g className="drum-capsules">
              <circle r="84" fill="none" />
              {capsules.map(({ x, y, turn, colour }) => (
                <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${turn})`}>
                  <circle r="19" fill={colour} />
                  <path d="M-19 0a19 19 0 0 0 38 0z" fill="#fff" opacity=".8" />
                  <path d="M-19 0h38" stroke={night} strokeOpacity=".25" strokeWidth="2" />
                  <circle cx="-6" cy="-8" r="4" fill="#fff" opacity=".7" />
                </g>
              ))}
            </g>
          </g>
          <circle
            cx="160"
            cy="104"
            r="92"
            fill={`url(#${name('glass')})`}
            stroke="#fff"
            strokeOpacity=".7"
            strokeWidth="4"
          />
          <path
            d="M96 66a74 74 0 0 1 36-34"
            fill="none"
            stroke="#fff"
            strokeWidth="7"
            strokeLinecap="round"
            opacity=".85"
          />
          <circle cx="160" cy="210" r="17" fill={night} />
          <circle cx="160" cy="210" r="11" fill={lights.gold} />
          <Sparkle x={44} y={46} size={8} />
          <Sparkle x={284} y={62} size={7} />
          <Sparkle x={272} y={170} size={5} />
        </>
      )}
    </Drawing>
  );
}
