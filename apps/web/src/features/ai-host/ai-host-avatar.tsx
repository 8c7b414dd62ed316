import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { captionAt, mouthAt } from './caption.ts';
import type { StagedAnswer } from './agent-room.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { Drawing, Glow, lights, night, Sparkle } from '#/ui/art/drawing.tsx';
import { SoundWaves } from '#/ui/art/sound-waves.tsx';

/** `idle`: waits for questions. `rest`: the room is paused or has ended. */
export type Mood = StagedAnswer['gesture'] | 'idle' | 'rest';

type AiHostAvatarProps = {
  mood: Mood;
  /** The answer that is spoken now. */
  speech: StagedAnswer | undefined;
};

/**
 * Draws the AI host: plainly a machine, with a lightstick for an antenna. Its style sheet is
 * `features/ai-host/ai-host.css`.
 */
export function AiHostAvatar({ mood, speech }: AiHostAvatarProps): ReactNode {
  return (
    <div data-mood={mood} data-speaking={speech !== undefined}>
      <Drawing width={320} height={236}>
        {(name) => (
          <>
            <defs>
              <Glow id={name('halo')} colour={lights.mint} strength={0.5} />
              <Glow id={name('bulb')} colour={bulbs[mood] ?? lights.gold} strength={0.95} />
              <linearGradient id={name('shell')} x2="0" y2="1">
                <stop stopColor="#fff" />
                <stop offset="1" stopColor={lights.blush} />
              </linearGradient>
            </defs>
            <g className="host-waves">
              <SoundWaves id={name('left')} x={0} middle={112} width={72} height={60} count={9} />
              <SoundWaves id={name('right')} x={248} middle={112} width={72} height={60} count={9} />
            </g>
            <ellipse cx="160" cy="116" rx="118" ry="98" fill={`url(#${name('halo')})`} />
            <g className="host-body">
              <Body shell={`url(#${name('shell')})`} />
              <g className="host-head">
                <Head shell={`url(#${name('shell')})`} bulb={`url(#${name('bulb')})`} mood={mood} />
                <Eyes mood={mood} />
                <Mouth mood={mood} speech={speech} />
              </g>
              <Arms shell={`url(#${name('shell')})`} mood={mood} />
            </g>
            <Extras mood={mood} />
          </>
        )}
      </Drawing>
    </div>
  );
}

const bulbs: Partial<Record<Mood, string>> = { think: lights.violet, care: lights.pink, rest: '#8a7aa8' };

function Body({ shell }: { shell: string }): ReactNode {
  return (
    <>
      <rect x="148" y="152" width="24" height="24" fill={lights.blush} />
      <path d="M100 236c0-42 24-66 60-66s60 24 60 66z" fill={shell} />
      <path d="M144 170l16 9 16-9v20l-16-9-16 9z" fill={lights.pink} />
      <rect x="136" y="200" width="48" height="24" rx="12" fill={night} />
      <text x="160" y="217" textAnchor="middle" fontSize="14" fontWeight="800" fill={lights.mint}>
        AI
      </text>
    </>
  );
}

function Head({ shell, bulb, mood }: { shell: string; bulb: string; mood: Mood }): ReactNode {
  return (
    <>
      <rect x="156" y="30" width="8" height="26" rx="3" fill={night} />
      <rect x="153" y="34" width="14" height="5" rx="2.5" fill={lights.pink} />
      <g className="host-bulb">
        <circle cx="160" cy="22" r="26" fill={bulb} />
        <circle cx="160" cy="22" r="11" fill={bulbs[mood] ?? lights.gold} />
        <circle cx="156" cy="18" r="3" fill="#fff" opacity=".9" />
      </g>
      <rect x="84" y="84" width="22" height="44" rx="11" fill={lights.pink} />
      <rect x="214" y="84" width="22" height="44" rx="11" fill={lights.pink} />
      <rect x="98" y="52" width="124" height="106" rx="42" fill={shell} />
      <rect x="112" y="70" width="96" height="70" rx="29" fill={night} />
      <path d="M124 112h8M188 112h8" stroke={lights.pink} strokeWidth="5" strokeLinecap="round" />
    </>
  );
}

/** The lines of eyes that are not open. */
const shutEyes: Partial<Record<Mood, string>> = {
  greet: 'M132 102a9 9 0 0 1 18 0M170 102a9 9 0 0 1 18 0',
  cheer: 'M132 102a9 9 0 0 1 18 0M170 102a9 9 0 0 1 18 0',
  care: 'M132 96a9 9 0 0 0 18 0M170 96a9 9 0 0 0 18 0',
  rest: 'M133 99h15M172 99h15',
};

function Eyes({ mood }: { mood: Mood }): ReactNode {
  const shut = shutEyes[mood];
  if (shut) return <path d={shut} fill="none" stroke={lights.mint} strokeWidth="5" strokeLinecap="round" />;
  const [dx, dy] = mood === 'think' ? [5, -5] : [0, 0];
  return (
    <>
      <g className="host-blink">
        {[141, 179].map((x) => (
          <g key={x}>
            <rect x={x - 6} y="88" width="12" height="20" rx="6" fill={lights.mint} />
            <circle cx={x - 2 + dx} cy={95 + dy} r="3" fill="#fff" />
          </g>
        ))}
      </g>
      {mood === 'sorry' ? (
        <path d="M131 86l15-5M189 86l-15-5" stroke={lights.mint} strokeWidth="4" strokeLinecap="round" />
      ) : null}
      {mood === 'think' ? (
        <path d="M132 82h16M172 78l14-3" stroke={lights.mint} strokeWidth="4" strokeLinecap="round" />
      ) : null}
    </>
  );
}

/** The closed mouth. */
const lips: Partial<Record<Mood, string>> = {
  think: 'M155 121c4-2 8-2 12 1',
  sorry: 'M152 124c4-6 12-6 16 0',
  rest: 'M155 120h10',
  cheer: 'M148 115c4 12 20 12 24 0z',
};

function Mouth({ mood, speech }: AiHostAvatarProps): ReactNode {
  const mouth = useRef<SVGEllipseElement>(null);
  useMouth(mouth, speech);
  if (speech)
    return <ellipse ref={mouth} className="host-mouth" cx="160" cy="119" rx="11" ry="10" fill={lights.pink} />;
  return (
    <path
      d={lips[mood] ?? 'M150 115c4 8 16 8 20 0'}
      fill={mood === 'cheer' ? lights.pink : 'none'}
      stroke={lights.mint}
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

const mouthMs = 70;
const stillMouth = 0.55;

/** Moves the mouth by the caption's time, without drawing anything else; still for those who prefer less motion. */
function useMouth(mouth: RefObject<SVGEllipseElement | null>, speech: StagedAnswer | undefined): void {
  useEffect(() => {
    if (!speech) return undefined;
    const open = (height: number) => mouth.current?.style.setProperty('scale', `1 ${height}`);
    open(stillMouth);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setInterval(() => {
      const { state, index, part } = captionAt(speech.sentences, serverNowMs());
      open(state === 'speaking' ? mouthAt(speech.sentences[index]?.text ?? '', part) : mouthAt('', 0));
    }, mouthMs);
    return () => clearInterval(timer);
  }, [mouth, speech]);
}

function Arms({ shell, mood }: { shell: string; mood: Mood }): ReactNode {
  const arm = { fill: 'none', stroke: shell, strokeWidth: 17, strokeLinecap: 'round' } as const;
  const cheers = mood === 'cheer';
  return (
    <>
      <g className="host-arm host-arm-left">
        {cheers ? <Lightstick x={84} y={230} lean={-128} colour={lights.mint} /> : null}
        <path d="M112 200C100 202 90 212 86 226" {...arm} />
        <circle cx="84" cy="230" r="11" fill={lights.pink} />
      </g>
      <g className="host-arm host-arm-right">
        {cheers ? <Lightstick x={236} y={230} lean={128} colour={lights.gold} /> : null}
        <path d="M208 200C220 202 230 212 234 226" {...arm} />
        <circle cx="236" cy="230" r="11" fill={lights.pink} />
      </g>
    </>
  );
}

type LightstickProps = { x: number; y: number; lean: number; colour: string };

function Lightstick({ x, y, lean, colour }: LightstickProps): ReactNode {
  return (
    <g transform={`translate(${x} ${y}) rotate(${lean})`}>
      <rect x="-3.5" y="-34" width="7" height="36" rx="3.5" fill={night} />
      <circle cy="-42" r="17" fill={colour} opacity=".35" />
      <circle cy="-42" r="10" fill={colour} />
    </g>
  );
}

const heart = 'M0 6S-8 1.2-8-4A4.3 4.3 0 0 1 0-6.4 4.3 4.3 0 0 1 8-4C8 1.2 0 6 0 6z';

/** Draws what floats beside the head. */
function Extras({ mood }: { mood: Mood }): ReactNode {
  switch (mood) {
    case 'think':
      return <Dots />;
    case 'count':
      return <Counting />;
    case 'care':
      return (
        <g className="host-pop host-floats" fill={lights.pink}>
          <path d={heart} transform="translate(252 70) scale(1.5)" />
          <path d={heart} transform="translate(274 44)" opacity=".8" />
          <path d={heart} transform="translate(66 62) scale(1.1)" opacity=".9" />
        </g>
      );
    case 'sorry':
      return (
        <path
          className="host-pop host-floats"
          d="M234 56c7 10 11 15 11 21a11 11 0 0 1-22 0c0-6 4-11 11-21z"
          fill={lights.mint}
          opacity=".9"
        />
      );
    case 'rest':
      return (
        <g className="host-pop host-floats" fill="#fff" fontWeight="800">
          <text x="232" y="66" fontSize="22">
            z
          </text>
          <text x="250" y="44" fontSize="16" opacity=".8">
            z
          </text>
        </g>
      );
    case 'greet':
    case 'explain':
    case 'cheer':
    case 'idle':
      return (
        <>
          <Sparkle x={58} y={48} size={8} />
          <Sparkle x={266} y={54} size={6} opacity={0.7} />
          {mood === 'cheer' ? <Sparkle x={40} y={96} size={11} /> : null}
          {mood === 'cheer' ? <Sparkle x={286} y={92} size={10} /> : null}
        </>
      );
  }
}

function Dots(): ReactNode {
  return (
    <g className="host-floats" fill="#fff">
      <circle cx="236" cy="62" r="5" />
      <circle cx="254" cy="46" r="7" />
      <ellipse cx="282" cy="22" rx="28" ry="18" />
      {[270, 282, 294].map((x) => (
        <circle key={x} cx={x} cy="22" r="3.4" fill={night} />
      ))}
    </g>
  );
}

function Counting(): ReactNode {
  return (
    <g fontSize="15" fontWeight="800" textAnchor="middle">
      {[lights.gold, lights.mint, lights.pink].map((colour, index) => (
        <g key={colour} className="host-pop" style={{ animationDelay: `${index * 0.35}s` }}>
          <circle cx={244 + index * 26} cy={70 - index * 18} r="12" fill={colour} />
          <text x={244 + index * 26} y={75 - index * 18} fill={night}>
            {index + 1}
          </text>
        </g>
      ))}
    </g>
  );
}
