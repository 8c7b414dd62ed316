import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Drawing, Glow, Sparkle, lights, night } from '#/ui/art/drawing.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { type ExplainedStep, StepList } from '#/ui/step-list.tsx';
import { WithSongs, SongStage } from './song-stage.tsx';
import type { SongEvent } from './songs.ts';

const steps: readonly ExplainedStep[] = [
  { title: 'songs.reward1', text: 'songs.reward1Text' },
  { title: 'songs.reward2', text: 'songs.reward2Text' },
];

/** Shows the published rewards of ranks in the final, and with the result the songs that won them. */
export function RewardsPart(): ReactNode {
  const t = useText();
  return (
    <SongStage section="rewards" title={t('songs.nav.rewards')} text={t('songs.rewardsText')} art={<PodiumArt />}>
      <WithSongs>
        {({ songs }, event) => (
          <section aria-labelledby="song-rewards" className="card">
            <SectionHeading id="song-rewards">{t('songs.rewardsByRank')}</SectionHeading>
            <Rewards
              event={event}
              titleAt={(rank) =>
                event.state === 'ended' ? songs.find((song) => song.rank === rank)?.title : undefined
              }
            />
          </section>
        )}
      </WithSongs>
      <section aria-labelledby="reward-steps" className="card">
        <SectionHeading id="reward-steps">{t('songs.rewardsHow')}</SectionHeading>
        <StepList steps={steps} />
      </section>
    </SongStage>
  );
}

type RewardsProps = { event: SongEvent; titleAt: (rank: number) => string | undefined };

function Rewards({ event, titleAt }: RewardsProps): ReactNode {
  const t = useText();
  return (
    <ul className="space-y-2.5">
      {event.rewards.map(({ fromRank, toRank, title, text }) => {
        const winners = Array.from({ length: toRank - fromRank + 1 }, (_, index) => titleAt(fromRank + index)).filter(
          (winner) => winner !== undefined,
        );
        return (
          <li key={fromRank} className="flex gap-3.5 rounded-tile bg-bg p-3.5">
            <span
              className={`num grid size-11 shrink-0 place-content-center rounded-control text-small font-extrabold ${
                fromRank === 1 ? 'medal-1 text-medal' : 'bg-brand-soft text-brand'
              }`}
            >
              {fromRank === toRank ? `#${fromRank}` : `${fromRank}–${toRank}`}
            </span>
            <div className="min-w-0">
              <p className="text-body font-bold">{title}</p>
              <p className="text-small text-pretty text-mute">{text}</p>
              {winners.length > 0 ? (
                <p className="mt-1 text-small font-semibold">{t('songs.wonBy', { titles: winners.join(' · ') })}</p>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const podiumSteps = [
  { x: 62, top: 92, medal: '#d4dbe8', place: 2 },
  { x: 128, top: 72, medal: '#ffd86b', place: 1 },
  { x: 194, top: 106, medal: '#f0b98a', place: 3 },
] as const;

const stepWidth = 64;
const floor = 148;

/** Draws an empty podium with a cup above it. */
function PodiumArt(): ReactNode {
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
          {podiumSteps.map(({ x, top, medal, place }) => (
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
