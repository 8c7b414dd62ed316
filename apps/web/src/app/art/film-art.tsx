import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle } from './drawing.tsx';
import { lights, night } from './lights.ts';

const crowd = [
  { x: 116, length: 26, colour: lights.mint },
  { x: 138, length: 34, colour: lights.gold },
  { x: 182, length: 34, colour: lights.violet },
  { x: 204, length: 26, colour: lights.pink },
] as const;

const holes = [34, 58, 82, 106, 130] as const;

/** A phone that films a fan dancing before a sea of lights, with a strip of film behind it. */
export function FilmArt(): ReactNode {
  return (
    <Drawing width={320} height={168}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.pink} />
            <linearGradient id={name('screen')} x2="1" y2="1">
              <stop stopColor="#6450e8" />
              <stop offset="1" stopColor="#c9256c" />
            </linearGradient>
          </defs>
          <circle cx="160" cy="84" r="96" fill={`url(#${name('glow')})`} />
          <g transform="rotate(-8 160 84)" opacity=".55">
            <rect x="28" y="46" width="264" height="76" rx="8" fill={night} />
            {holes
              .flatMap((x) => [x, x + 146])
              .map((x) => (
                <g key={x} fill="#fff" opacity=".55">
                  <rect x={x} y="52" width="12" height="8" rx="2.500" />
                  <rect x={x} y="108" width="12" height="8" rx="2.500" />
                </g>
              ))}
          </g>
          <rect x="96" y="6" width="128" height="156" rx="20" fill={night} />
          <rect x="103" y="13" width="114" height="142" rx="14" fill={`url(#${name('screen')})`} />
          {crowd.map(({ x, length, colour }) => (
            <g key={x}>
              <rect x={x - 2} y={155 - length} width="4" height={length} rx="2" fill={night} opacity=".6" />
              <circle cx={x} cy={155 - length} r="6" fill={colour} />
            </g>
          ))}
          <g fill="none" stroke="#fff" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round">
            <path d="M160 74v34M160 82l-20-16M160 82l22-22M160 106l-14 28M160 106l18 26" />
          </g>
          <circle cx="160" cy="56" r="13" fill="#fff" />
          <g>
            <rect x="112" y="22" width="44" height="18" rx="9" fill="#000" opacity=".4" />
            <circle cx="122" cy="31" r="4.500" fill="#ff5470" />
            <path d="M131 31h18" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
          </g>
          <Sparkle x={250} y={36} size={9} />
          <Sparkle x={70} y={38} size={7} opacity={0.8} />
          <Sparkle x={266} y={132} size={6} opacity={0.6} />
        </>
      )}
    </Drawing>
  );
}
