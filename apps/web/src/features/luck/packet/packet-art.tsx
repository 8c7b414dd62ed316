import { type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { type PacketMood, playMotions, prefersStill } from './packet-motions.ts';

type PacketArtProps = {
  mood: PacketMood;
  /** True when it opens before the fan's eyes, false when it was opened before. */
  isFresh?: boolean;
  /** The amount of the whole packet, which is written on it. */
  total?: number;
  /** The text of the card that comes out of it. */
  children?: ReactNode;
};

type Name = (definition: string) => string;

const width = 260;
const height = 300;
/** The open packet stands a little lower and smaller, so that its card finds room above. */
const openPose = 'translate(13 53.4) scale(0.9)';

/** Draws a red packet with a golden seal that shows how the grab goes. Decorative: the text around it says the same. */
export function PacketArt({ mood, isFresh = false, total, children }: PacketArtProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const name = (definition: string) => `${id}-${definition}`;
  const isOpen = mood === 'full' || mood === 'empty';

  useEffect(() => (root.current ? playMotions(root.current, mood, isFresh) : undefined), [mood, isFresh]);

  return (
    <div
      ref={root}
      data-part="body"
      aria-hidden="true"
      className="relative mx-auto w-fit transition-transform duration-200"
    >
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} className="block overflow-visible">
        <Definitions name={name} />
        {mood === 'empty' ? null : <Light name={name} />}
        <g transform={isOpen ? openPose : undefined}>
          <g data-part="packet">
            <path
              d="M32 40a20 20 0 0 1 20-20h156a20 20 0 0 1 20 20v214a20 20 0 0 1-20 20H52a20 20 0 0 1-20-20z"
              fill="var(--packet-deep)"
            />
            <g data-part="open-flap" opacity={isOpen ? 1 : 0}>
              <path d="M33 46c29-64 165-64 194 0z" fill="var(--packet-deep)" />
              <path d="M33 44c29-62 165-62 194 0" fill="none" stroke={`url(#${name('gold')})`} strokeWidth="2" />
            </g>
            {mood === 'full' ? <Card name={name} /> : null}
            <Front name={name} total={total} />
            <g data-part="flap" opacity={isOpen ? 0 : 1}>
              <Flap name={name} />
            </g>
            <g data-part="seal" opacity={isOpen ? 0 : 1}>
              <Seal name={name} />
            </g>
          </g>
        </g>
        {mood === 'empty' ? null : <Stars />}
      </svg>
      {mood === 'full' ? (
        <div
          data-part="words"
          className="absolute inset-x-0 top-3 flex h-20 flex-col items-center justify-center text-medal"
        >
          {children}
        </div>
      ) : null}
    </div>
  );
}

const mostDegrees = 9;

/** Leans the packet within an element towards a mouse over it; a finger scrolls. */
export function tilt({ currentTarget, pointerType, clientX, clientY }: PointerEvent<HTMLElement>): void {
  if (pointerType !== 'mouse' || prefersStill()) return;
  const box = currentTarget.getBoundingClientRect();
  lean(currentTarget, (clientX - box.left) / box.width - 0.5, (clientY - box.top) / box.height - 0.5);
}

/** Lets it stand straight again. */
export function straighten({ currentTarget }: PointerEvent<HTMLElement>): void {
  lean(currentTarget, 0, 0);
}

function lean(around: HTMLElement, right: number, down: number): void {
  const body = around.querySelector<HTMLElement>('[data-part="body"]');
  const turns = `rotateX(${-down * 2 * mostDegrees}deg) rotateY(${right * 2 * mostDegrees}deg)`;
  if (body) body.style.transform = right || down ? `perspective(700px) ${turns}` : '';
}

const beams = Array.from({ length: 12 }, (_, index) => index * 30);

/** Draws the glow around the packet, and the beams that turn behind it. */
function Light({ name }: { name: Name }): ReactNode {
  return (
    <>
      <circle data-part="halo" cx="130" cy="150" r="180" fill={`url(#${name('halo')})`} />
      <g data-part="beams" mask={`url(#${name('fade')})`}>
        {beams.map((angle) => (
          <path
            key={angle}
            d="M130 150l-17-190h34z"
            fill="var(--gold-from)"
            opacity="0.13"
            transform={`rotate(${angle} 130 150)`}
          />
        ))}
      </g>
    </>
  );
}

function Definitions({ name }: { name: Name }): ReactNode {
  return (
    <defs>
      <radialGradient id={name('halo')}>
        <stop offset="0.4" stopColor="var(--gold-to)" stopOpacity="0.6" />
        <stop offset="0.7" stopColor="var(--packet-from)" stopOpacity="0.35" />
        <stop offset="1" stopColor="var(--packet-from)" stopOpacity="0" />
      </radialGradient>
      <radialGradient id={name('dim')}>
        <stop offset="0.55" stopColor="#fff" />
        <stop offset="1" stopColor="#fff" stopOpacity="0" />
      </radialGradient>
      <mask id={name('fade')} maskUnits="userSpaceOnUse" x="-60" y="-40" width="380" height="380">
        <circle cx="130" cy="150" r="190" fill={`url(#${name('dim')})`} />
      </mask>
      <linearGradient id={name('red')} x1="0" y1="0" x2="0.35" y2="1">
        <stop stopColor="var(--packet-from)" />
        <stop offset="1" stopColor="var(--packet-to)" />
      </linearGradient>
      <linearGradient id={name('gold')} x1="0" y1="0" x2="0.4" y2="1">
        <stop stopColor="var(--gold-from)" />
        <stop offset="1" stopColor="var(--gold-to)" />
      </linearGradient>
      <linearGradient id={name('sheen')}>
        <stop stopColor="#fff" stopOpacity="0" />
        <stop offset="0.5" stopColor="#fff" stopOpacity="0.28" />
        <stop offset="1" stopColor="#fff" stopOpacity="0" />
      </linearGradient>
      <clipPath id={name('front')}>
        <path d={frontPath} />
      </clipPath>
    </defs>
  );
}

const frontPath = 'M32 42c40 36 156 36 196 0v212a20 20 0 0 1-20 20H52a20 20 0 0 1-20-20z';
const sticks = [
  { x: 60, top: 236, lean: -9 },
  { x: 84, top: 222, lean: -6 },
  { x: 107, top: 238, lean: -3 },
  { x: 130, top: 220, lean: 0 },
  { x: 153, top: 238, lean: 3 },
  { x: 176, top: 222, lean: 6 },
  { x: 200, top: 236, lean: 9 },
] as const;
const rays = [-64, -44, -25, -8, 8, 25, 44, 64];

/**
 * Draws the front below the flap: rays from the seal, a gilded frame, the amount, and the crowd with its lightsticks.
 */
function Front({ name, total }: { name: Name; total: number | undefined }): ReactNode {
  return (
    <g clipPath={`url(#${name('front')})`}>
      <path d={frontPath} fill={`url(#${name('red')})`} />
      {rays.map((angle) => (
        <path key={angle} d="M130 106l-9 240h18z" fill="#fff" opacity="0.06" transform={`rotate(${angle} 130 106)`} />
      ))}
      {total === undefined ? null : (
        <text
          x="130"
          y="194"
          textAnchor="middle"
          fontSize="36"
          fontWeight="800"
          letterSpacing="-0.5"
          fill={`url(#${name('gold')})`}
        >
          {formatNumber(total)}
        </text>
      )}
      {sticks.map(({ x, top, lean: angle }) => (
        <g key={x} transform={`rotate(${angle} ${x} 276)`}>
          <circle cx={x} cy={top} r="15" fill="var(--gold-from)" opacity="0.18" />
          <path d={`M${x} ${top}v60`} stroke="var(--gold-to)" strokeWidth="3.2" opacity="0.9" />
          <circle cx={x} cy={top} r="7" fill={`url(#${name('gold')})`} />
          <circle cx={x - 2.2} cy={top - 2.4} r="2" fill="#fff" opacity="0.85" />
        </g>
      ))}
      <rect
        x="41"
        y="12"
        width="178"
        height="253"
        rx="13"
        fill="none"
        stroke="var(--gold-from)"
        strokeWidth="1.4"
        opacity="0.6"
      />
      <path data-part="sheen" d="M-90 0h60l-70 300h-60z" fill={`url(#${name('sheen')})`} />
    </g>
  );
}

const flapPath = 'M32 40a20 20 0 0 1 20-20h156a20 20 0 0 1 20 20v22c-30 54-166 54-196 0z';

function Flap({ name }: { name: Name }): ReactNode {
  return (
    <>
      <path d={flapPath} transform="translate(0 6)" fill="#000" opacity="0.2" />
      <path d={flapPath} fill={`url(#${name('red')})`} />
      <path d="M32 62c30 54 166 54 196 0" fill="none" stroke={`url(#${name('gold')})`} strokeWidth="2.4" />
      <path d="M52 21h156" stroke="#fff" strokeWidth="1.2" opacity="0.35" />
    </>
  );
}

/** Draws the coin that is turned while the server decides, with the platform's lightstick. */
function Seal({ name }: { name: Name }): ReactNode {
  return (
    <>
      <circle cx="130" cy="108" r="37" fill="#000" opacity="0.22" />
      <circle cx="130" cy="104" r="37" fill={`url(#${name('gold')})`} />
      <circle
        cx="130"
        cy="104"
        r="33"
        fill="none"
        stroke="var(--medal-label)"
        strokeWidth="1.6"
        strokeDasharray="1.6 3.6"
        opacity="0.5"
      />
      <circle cx="130" cy="104" r="28.5" fill="none" stroke="#fff" strokeWidth="1.2" opacity="0.7" />
      <g transform="translate(106 83) scale(1.9) rotate(24 12 12)" fill="var(--packet-to)">
        <circle cx="12" cy="7.2" r="7" opacity="0.2" />
        <path
          d="M12-1.8v-2M5.6.8 4.2-.6M18.4.8l1.4-1.4"
          stroke="var(--packet-to)"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
        <circle cx="12" cy="7.2" r="4.6" />
        <rect x="10.4" y="12.2" width="3.2" height="10.4" rx="1.6" />
      </g>
    </>
  );
}

function Card({ name }: { name: Name }): ReactNode {
  return (
    <g data-part="card">
      <rect x="47" y="-57" width="166" height="180" rx="14" fill={`url(#${name('gold')})`} />
      <rect
        x="52"
        y="-52"
        width="156"
        height="170"
        rx="10"
        fill="none"
        stroke="#fff"
        strokeWidth="1.4"
        opacity="0.75"
      />
    </g>
  );
}

const stars = [
  { x: 12, y: 70, size: 7 },
  { x: 250, y: 46, size: 9 },
  { x: 242, y: 226, size: 6 },
  { x: 6, y: 206, size: 5 },
] as const;

function Stars(): ReactNode {
  return (
    <g data-part="stars" fill="var(--gold-from)">
      {stars.map(({ x, y, size }) => (
        <path
          key={x}
          d={
            `M${x} ${y - size}Q${x} ${y} ${x + size} ${y}Q${x} ${y} ${x} ${y + size}Q${x} ${y} ${x - size} ` +
            `${y}Q${x} ${y} ${x} ${y - size}Z`
          }
        />
      ))}
    </g>
  );
}
