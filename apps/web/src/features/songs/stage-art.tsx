import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle, lights, night } from '#/ui/art/drawing.tsx';
import { SoundWaves } from '#/ui/art/sound-waves.tsx';

const lamps = [
  { x: 70, aim: 108, colour: lights.pink },
  { x: 130, aim: 142, colour: lights.gold },
  { x: 190, aim: 178, colour: lights.mint },
  { x: 250, aim: 212, colour: lights.violet },
] as const;

const truss = 16;
const floor = 138;

/** Draws an empty stage under its lamps, with a microphone, and sound waves on the screen behind it. */
export function StageArt(): ReactNode {
  return (
    <Drawing width={320} height={168}>
      {(name) => (
        <>
          <defs>
            {lamps.map(({ x, colour }) => (
              <linearGradient key={x} id={name(`beam-${x}`)} x2="0" y2="1">
                <stop stopColor={colour} stopOpacity=".55" />
                <stop offset="1" stopColor={colour} stopOpacity="0" />
              </linearGradient>
            ))}
            <Glow id={name('pool')} colour="#ffffff" strength={0.5} />
          </defs>
          <rect x="64" y="38" width="192" height="84" rx="16" fill="#000" opacity=".28" />
          <rect
            x="64"
            y="38"
            width="192"
            height="84"
            rx="16"
            fill="none"
            stroke="#fff"
            opacity=".3"
            strokeWidth="1.5"
          />
          <SoundWaves id={name('sound')} x={78} middle={80} width={164} height={64} count={27} />
          <ellipse cx="160" cy={floor + 6} rx="146" ry="22" fill={night} opacity=".55" />
          <ellipse cx="160" cy={floor} rx="146" ry="22" fill="#fff" opacity=".1" />
          <ellipse cx="160" cy={floor} rx="84" ry="14" fill={`url(#${name('pool')})`} />
          {lamps.map(({ x, aim }) => (
            <path
              key={x}
              d={`M${x - 4} ${truss + 6}L${aim - 34} ${floor + 4}L${aim + 34} ${floor + 4}L${x + 4} ${truss + 6}Z`}
              fill={`url(#${name(`beam-${x}`)})`}
            />
          ))}
          <Truss />
          <Microphone />
          <Sparkle x={36} y={60} size={7} />
          <Sparkle x={288} y={48} size={9} />
          <Sparkle x={300} y={92} size={5} opacity={0.6} />
          <Sparkle x={22} y={100} size={5} opacity={0.6} />
        </>
      )}
    </Drawing>
  );
}

function Truss(): ReactNode {
  return (
    <g>
      <path d={`M30 ${truss}H290`} stroke="#fff" strokeWidth="3" strokeLinecap="round" opacity=".45" />
      {lamps.map(({ x, colour }) => (
        <g key={x}>
          <rect x={x - 8} y={truss - 4} width="16" height="12" rx="4" fill={night} />
          <ellipse cx={x} cy={truss + 8} rx="6" ry="2.6" fill={colour} />
        </g>
      ))}
    </g>
  );
}

function Microphone(): ReactNode {
  return (
    <g>
      <path d={`M160 96V${floor}`} stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
      <ellipse cx="160" cy={floor} rx="13" ry="3.6" fill="#fff" />
      <g transform="rotate(-18 160 92)">
        <rect x="156.6" y="88" width="6.8" height="18" rx="3.2" fill={night} />
        <circle cx="160" cy="85" r="7.6" fill="#fff" />
        <path d="M153 82.4h14M153.4 87.4h13.2" stroke={night} strokeWidth="1" opacity=".45" />
      </g>
    </g>
  );
}
