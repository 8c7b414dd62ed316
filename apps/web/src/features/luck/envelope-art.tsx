import type { ReactNode } from 'react';
import { Drawing, Glow, golden, lights, Ramp, Sparkle } from '#/ui/art/drawing.tsx';

const star = 'M0-15l4.4 9.2 10.1 1.3-7.4 6.9 1.9 10L0 7.5l-9 4.9 1.9-10-7.4-6.9 10.1-1.3z';
const waves = 'M118 196c14-22 28-22 42 0 14-22 28-22 42 0M118 212c14-14 28-14 42 0 14-14 28-14 42 0';

/** Three red envelopes, of which the first opens. The classes `vessel-*` name what moves (reveal.css of luck). */
export function EnvelopeArt(): ReactNode {
  return (
    <Drawing width={320} height={268}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.gold} strength={0.55} />
            <Ramp id={name('paper')} from="#f0466f" to="#b3123f" />
            <Ramp id={name('flap')} from="#d81f52" to="#a50d38" />
            <Ramp id={name('gold')} from={golden.from} to={golden.to} />
          </defs>
          <circle className="vessel-glow" cx="160" cy="134" r="136" fill={`url(#${name('glow')})`} />
          {[-17, 17].map((angle) => (
            <g key={angle} transform={`rotate(${angle} 160 300)`} opacity=".92">
              <Sheet fill="#8f0f36" />
            </g>
          ))}
          <g className="vessel-body">
            <Sheet fill={`url(#${name('paper')})`} />
            <path
              d={waves}
              fill="none"
              stroke={lights.gold}
              strokeOpacity=".55"
              strokeWidth="2.5"
              strokeLinecap="round"
            />
          </g>
          <g className="vessel-flap">
            <path
              d="M94 66V42a18 18 0 0 1 18-18h96a18 18 0 0 1 18 18v24c-30 52-102 52-132 0z"
              fill={`url(#${name('flap')})`}
            />
            <path d="M95 66c30 52 100 52 130 0" fill="none" stroke={lights.gold} strokeOpacity=".8" strokeWidth="3" />
            <circle cx="160" cy="104" r="27" fill={`url(#${name('gold')})`} stroke={golden.rim} strokeWidth="2.5" />
            <path d={star} transform="translate(160 104)" fill="#b81648" />
          </g>
          <Sparkle x={46} y={70} size={8} />
          <Sparkle x={280} y={52} size={7} />
          <Sparkle x={292} y={176} size={5} />
          <Sparkle x={34} y={182} size={5} />
        </>
      )}
    </Drawing>
  );
}

/** The paper of an envelope with its golden line. */
function Sheet({ fill }: { fill: string }): ReactNode {
  return (
    <>
      <rect x="94" y="24" width="132" height="206" rx="18" fill={fill} />
      <rect
        x="102"
        y="32"
        width="116"
        height="190"
        rx="12"
        fill="none"
        stroke={lights.gold}
        strokeOpacity=".5"
        strokeWidth="2"
      />
    </>
  );
}
