import type { ReactNode } from 'react';
import type { SongEvent } from './songs.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { PodiumArt } from './podium-art.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { type Step, StepList } from '#/ui/step-list.tsx';
import { WithSongs } from './song-event-data.tsx';
import { SongStage } from './song-stage.tsx';

const steps: readonly Step[] = [
  { title: 'songs.reward1', text: 'songs.reward1Text' },
  { title: 'songs.reward2', text: 'songs.reward2Text' },
];

/** The published rewards of ranks in the final, and with the result the songs that won them. */
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
