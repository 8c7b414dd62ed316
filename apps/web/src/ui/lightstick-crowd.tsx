import type { ReactNode } from 'react';

type Stick = { x: number; height: number; colour: string; tilt: number; delayMs: number };

/** Hand-placed, so that the crowd looks the same on every screen and never covers the podium. */
const sticks: readonly Stick[] = [
  { x: 14, height: 44, colour: '#ff8fb8', tilt: -9, delayMs: 0 },
  { x: 46, height: 32, colour: '#a99bff', tilt: 5, delayMs: -700 },
  { x: 82, height: 40, colour: '#ffd86b', tilt: -4, delayMs: -1500 },
  { x: 120, height: 28, colour: '#ff8fb8', tilt: 8, delayMs: -300 },
  { x: 156, height: 36, colour: '#7de3d0', tilt: -6, delayMs: -2100 },
  { x: 196, height: 27, colour: '#ffd0e2', tilt: 3, delayMs: -1100 },
  { x: 234, height: 35, colour: '#a99bff', tilt: -5, delayMs: -1900 },
  { x: 270, height: 31, colour: '#ffd86b', tilt: -7, delayMs: -500 },
  { x: 305, height: 25, colour: '#ff8fb8', tilt: 3, delayMs: -1300 },
  { x: 349, height: 33, colour: '#7de3d0', tilt: 6, delayMs: -2500 },
  { x: 378, height: 45, colour: '#ffd0e2', tilt: 9, delayMs: -900 },
];

/** Fans waving their lightsticks along the lower edge of a stage: what the product is named after. */
export function LightstickCrowd(): ReactNode {
  return (
    <svg
      viewBox="0 0 390 56"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-0 -z-10 h-14 w-full"
    >
      <defs>
        {[...new Set(sticks.map(({ colour }) => colour))].map((colour) => (
          <radialGradient key={colour} id={glowId(colour)}>
            <stop stopColor={colour} stopOpacity=".75" />
            <stop offset="1" stopColor={colour} stopOpacity="0" />
          </radialGradient>
        ))}
      </defs>
      {sticks.map((stick) => (
        <g key={stick.x} transform={`translate(${stick.x} 60) rotate(${stick.tilt})`}>
          <g className="lightstick" style={{ animationDelay: `${stick.delayMs}ms` }}>
            <circle cy={-stick.height} r="15" fill={`url(#${glowId(stick.colour)})`} />
            <rect x="-1.6" y={6 - stick.height} width="3.2" height={stick.height} rx="1.6" fill="#2a1250" />
            <circle cy={-stick.height} r="5.6" fill={stick.colour} />
            <circle cx="-1.6" cy={-stick.height - 1.8} r="1.7" fill="#fff" opacity=".8" />
          </g>
        </g>
      ))}
    </svg>
  );
}

function glowId(colour: string): string {
  return `glow-${colour.slice(1)}`;
}
