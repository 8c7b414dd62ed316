import type { ReactNode } from 'react';
import { ElectionCard } from '#/app/pages/election-card.tsx';
import { WrittenPage } from '#/app/pages/written-page.tsx';
import { CalendarLink } from '#/features/elections/calendar-link.tsx';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { TopSixteen } from '#/features/rankings/top-sixteen.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';

const ranking = '/vote-activity';

/** Explains how fans get votes and how votes are counted, with the numbers of the current election. */
export function RankingIntroScreen(): ReactNode {
  const t = useText();
  return (
    <WrittenPage slug="ranking-intro" backTo={ranking}>
      <ElectionCard
        id="vote-facts"
        title={t('voteFacts.title')}
        errorText={t('voteFacts.error')}
        skeleton="h-36"
        more={{ to: ranking, text: t('nav.ranking') }}
      >
        {(activity) => <VoteFacts activity={activity} />}
      </ElectionCard>
      <ElectionCard
        id="top-sixteen"
        title={t('topSixteen.title')}
        errorText={t('topSixteen.error')}
        skeleton="h-150"
        more={{ to: '/search-idol', text: t('search.title') }}
      >
        {({ activityId }) => <TopSixteen activityId={activityId} />}
      </ElectionCard>
    </WrittenPage>
  );
}

/** Shows the kinds of votes in an election, in four numbers. */
function VoteFacts({ activity }: { activity: Activity }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { activityId, freeVotesPerDay, priceSteps, dailyCap, opensAt, closesAt, state } = activity;
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2">
        <Fact value={formatNumber(freeVotesPerDay)} term={t('voteFacts.free')} />
        <Fact value={rateText(priceSteps)} term={t('voteFacts.rate')} />
        <Fact value={dailyCap === null ? t('voteFacts.noCap') : formatNumber(dailyCap)} term={t('voteFacts.cap')} />
      </dl>
      <p className="mt-4 text-caption text-mute">{t('voteFacts.window')}</p>
      <p className="num text-small font-semibold">
        <span className="block">{friendly(opensAt)} →</span>
        <span className="block">{friendly(closesAt)}</span>
      </p>
      {state === 'scheduled' || state === 'open' ? (
        <CalendarLink activityId={activityId} className={`${buttonStyle('soft')} mt-3`} />
      ) : null}
    </>
  );
}

/** Returns the value of a ticket, as a range if it depends on the number converted. */
function rateText(steps: Activity['priceSteps']): string {
  const rates = steps.map(({ votesPerTicket }) => votesPerTicket);
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  return least === most ? formatNumber(most) : `${formatNumber(least)}–${formatNumber(most)}`;
}

function Fact({ value, term }: { value: string; term: string }): ReactNode {
  return (
    <div className="flex flex-col-reverse justify-end rounded-tile bg-raise p-3 text-center">
      <dt className="text-caption text-balance text-mute">{term}</dt>
      <dd className="num text-section font-extrabold text-brand">{value}</dd>
    </div>
  );
}
