import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useTopUp } from '#/app/use-top-up.tsx';
import { useVoteIntent, VoteSheetFor } from '#/app/vote-sheet-for.tsx';
import { useIdolCheers } from '#/features/cheers/use-cheer.ts';
import { useActivity } from '#/features/elections/election-queries.ts';
import { IdolHistoryCard, IdolProfile, TopSupporters } from '#/features/elections/idol/idol-cards.tsx';
import type { IdolDetail } from '#/features/elections/idol/use-idol.ts';
import { FollowActions } from '#/features/following/follow-actions.tsx';
import { StandingFacts } from '#/features/elections/standing-facts.tsx';
import { useVotingPhase, type Activity } from '#/features/elections/voting-phase.ts';
import { type Standings, useStandings } from '#/features/rankings/use-standings.ts';
import { useFollowedIdols } from '#/features/elections/followed-idols.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useIdolAccents } from '#/lib/use-idol-accents.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useEnvironment } from '#/lib/environment.ts';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { VoteAction, VoteActionToCome } from './vote-action.tsx';

const cheerSheet = lazyPart(() => import('#/features/cheers/cheer-sheet.tsx').then((module) => module.CheerSheet));
const freezeNote = lazyPart(() => import('#/features/elections/round-notes.tsx').then((module) => module.FreezeNote));

/** Shows one idol: live standing, profile, votes over time and supporters. */
export function IdolPage({ idol }: { idol: IdolDetail }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { activityId, idolId, name } = idol;
  const place = { activityId, idolId };
  const activity = useActivity(activityId);
  const standings = useStandings(activityId);
  const vote = useVoteIntent();
  const cheers = useIdolCheers(place);
  const standing = standings.list?.find((one) => one.idolId === idolId);
  const main = useFollowedIdols().data?.list[0];
  const page = useRef<HTMLDivElement>(null);
  useIdolAccents(() => page.current, main?.idolId === idolId ? idol.team.colour : undefined);
  return (
    <>
      <IdolStage idol={idol} rank={standing?.rank ?? idol.rank} />
      <div ref={page} className="relative z-10 -mt-6 space-y-4 px-4">
        <section aria-label={t('idol.standing')} className="card">
          {standings.shown?.frozenAt && !standing?.leftInRound ? (
            <Suspense>
              <freezeNote.Component
                when={friendly(standings.shown.frozenAt)}
                isOver={standings.shown.roundState !== 'open'}
                isLast={standings.shown.goOn === null}
              />
            </Suspense>
          ) : null}
          {standing ? <StandingFacts standing={standing} /> : <StandingToCome standings={standings} />}
          <div className="mt-4 space-y-2">
            {activity.data ? (
              <VoteAction
                activity={activity.data}
                name={name}
                canVote={standing !== undefined}
                leftInRound={standing?.leftInRound ?? idol.leftInRound}
                onVote={() => vote.open(idolId)}
              />
            ) : (
              <VoteActionToCome activity={activity} />
            )}
            {activity.data ? <CheerAction activity={activity.data} idol={idol} cheers={cheers} /> : null}
            <FollowActions idolId={idolId} name={name} />
            <Link
              href={`/vote-activity?activityId=${encodeURIComponent(activityId)}`}
              className={`${buttonStyle('quiet')} w-full`}
            >
              {t('idol.toRanking')}
            </Link>
          </div>
        </section>
        <IdolProfile idol={idol} cheers={<CheerCount cheers={cheers} />} />
        <IdolHistoryCard place={place} />
        <TopSupporters place={place} />
      </div>
      {activity.data ? <VoteSheetFor vote={vote} activity={activity.data} standings={standings.list} /> : null}
    </>
  );
}

/** Stands in while her rank is unknown: it loads, it failed, or the loaded list does not contain her. */
function StandingToCome({ standings }: { standings: Standings }): ReactNode {
  const t = useText();
  const { list, error, isFetching, retry } = standings;
  if (!list && !error) return <Skeleton className="mt-4 h-40 rounded-tile" />;
  return <LoadError text={t('idol.standingError')} error={error} retrying={isFetching} onRetry={retry} />;
}

type CheerActionProps = { activity: Activity; idol: IdolDetail; cheers: ReturnType<typeof useIdolCheers> };

/**
 * Shows the cheer button, for a fan who has tickets. Cheers are not votes: they are open until the election ends, also
 * between rounds.
 */
function CheerAction({ activity, idol, cheers }: CheerActionProps): ReactNode {
  const t = useText();
  const [isCheering, setCheering] = useState(false);
  const phase = useVotingPhase(activity);
  const { activityId, idolId, name, portraitUrl } = idol;
  const topUp = useTopUp('tickets', activityId);
  const CheerSheet = cheerSheet.Component;
  const canCheer = (cheers.data?.mine?.tickets ?? 0) > 0 && (phase === 'open' || phase === 'between');
  if (!canCheer && !isCheering) return null;
  return (
    <>
      <Button
        variant="ticket"
        className="w-full"
        onPointerEnter={() => void cheerSheet.preload()}
        onClick={() => setCheering(true)}
      >
        <TicketIcon size={18} />
        {t('cheer.open')}
      </Button>
      {isCheering ? (
        <Suspense>
          <CheerSheet
            place={{ activityId, idolId }}
            name={name}
            portraitUrl={portraitUrl}
            topUp={topUp.step}
            onClose={() => setCheering(false)}
          />
          {topUp.sheet}
        </Suspense>
      ) : null}
    </>
  );
}

/** Shows the idol's cheers in a line of her profile, or their load failure with a retry. */
function CheerCount({ cheers }: { cheers: ReturnType<typeof useIdolCheers> }): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = cheers;
  if (data) return <RollingNumber value={data.cheers} />;
  if (!error) return <Skeleton className="h-4 w-10 rounded-full" />;
  return (
    <>
      <span role="alert" className="block">
        {t('cheer.loadError')}
      </span>
      <Button variant="soft" className="mt-2" busy={isFetching} onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>
    </>
  );
}

const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];
const backTo = '/vote-activity';

/** Shows an idol on the stage: her portrait in her team's light, her names, and her place. */
function IdolStage({ idol, rank }: { idol: IdolDetail; rank: number }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { name, names, number, portraitUrl, portraitAlt, team } = idol;
  const other = languageType === 'en_US' ? { name: names.zh_TW, tag: 'zh-Hant-TW' } : { name: names.en_US, tag: 'en' };
  return (
    <StageTop
      isBeside
      title={name}
      part={team.name}
      backTo={backTo}
      text={
        <span className="num font-semibold">
          {other.name === name ? null : (
            <>
              <Name lang={other.tag}>{other.name}</Name> ·{' '}
            </>
          )}
          {t('idol.number', { number })}
        </span>
      }
    >
      <div className="relative mx-auto w-50">
        <Portrait
          src={portraitUrl}
          alt={portraitAlt ?? ''}
          width={200}
          height={240}
          lazy={false}
          className="aspect-5/6 w-full rounded-card shadow-lift"
        />
        <span
          aria-hidden="true"
          className="absolute inset-0 rounded-card"
          style={{ boxShadow: `inset 0 0 0 3px ${team.colour}, 0 0 48px ${team.colour}` }}
        />
        <span
          aria-hidden="true"
          className={
            'num absolute -right-4 -bottom-4 grid size-12 place-content-center rounded-full text-title ' +
            `font-extrabold ${medals[rank] ?? 'bg-black text-white'}`
          }
        >
          #{rank}
        </span>
      </div>
    </StageTop>
  );
}

/** Shows the same while she is on her way, in its final geometry. */
export function IdolStageSkeleton(): ReactNode {
  const t = useText();
  return (
    <StageTop isBeside title={t('idol.title')} part={'\u00A0'} backTo={backTo} text={'\u00A0'}>
      <div className="mx-auto w-50">
        <Skeleton className="aspect-5/6 w-full rounded-card" />
      </div>
    </StageTop>
  );
}
