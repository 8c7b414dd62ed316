import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle, lights, night } from '#/ui/art/drawing.tsx';

const steps = [
  { x: 62, top: 92, medal: '#d4dbe8', place: 2 },
  { x: 128, top: 72, medal: '#ffd86b', place: 1 },
  { x: 194, top: 106, medal: '#f0b98a', place: 3 },
] as const;

const stepWidth = 64;
const floor = 148;

/** An empty podium with a cup above it. */
export function PodiumArt(): ReactNode {
  return (
    <Drawing width={320} height={152}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('halo')} colour={lights.gold} strength={0.7} />
            <linearGradient id={name('step')} x2="0" y2="1">
              <stop stopColor="#fff" stopOpacity=".42" />
              <stop offset="1" stopColor="#fff" stopOpacity=".06" />
            </linearGradient>
          </defs>
          <ellipse cx="160" cy="56" rx="120" ry="66" fill={`url(#${name('halo')})`} />
          {steps.map(({ x, top, medal, place }) => (
            <g key={place}>
              <path
                d={`M${x} ${floor}V${top + 12}a12 12 0 0 1 12-12h${stepWidth - 24}a12 12 0 0 1 12 12V${floor}z`}
                fill={`url(#${name('step')})`}
              />
              <circle cx={x + stepWidth / 2} cy={top + 22} r="12" fill={medal} />
              <text
                x={x + stepWidth / 2}
                y={top + 26.8}
                textAnchor="middle"
                fontSize="13"
                fontWeight="800"
                fill="#3a2500"
              >
                {place}
              </text>
            </g>
          ))}
          <Cup />
          <Sparkle x={88} y={40} size={9} />
          <Sparkle x={236} y={32} size={7} />
          <Sparkle x={268} y={76} size={5} opacity={0.6} />
          <Sparkle x={50} y={68} size={5} opacity={0.6} />
        </>
      )}
    </Drawing>
  );
}

function Cup(): ReactNode {
  return (
    <g transform="translate(160 36)">
      <path
        d="M-18-20h36v14a18 18 0 0 1-36 0zM-18-16h-10c0 13 5 18 12 19M18-16h10c0 13-5 18-12 19"
        fill={lights.gold}
        stroke={lights.gold}
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d="M-22-12c1 7 4 10 7 11M22-12c-1 7-4 10-7 11" stroke={night} strokeWidth="2" opacity=".25" fill="none" />
      <path d="M0 12v10M-12 26h24" stroke={lights.gold} strokeWidth="6" strokeLinecap="round" />
      <path d="M0-14l2.6 5.2 5.8.9-4.2 4 1 5.700L0-.9l-5.2 2.7 1-5.7-4.2-4 5.8-.9z" fill="#fff" />
    </g>
  );
}
