import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { usePlatform } from '#/lib/platform.ts';
import { Best7Results } from '#/features/best7/best7-results.tsx';
import {
  type BallotFace,
  Formation,
  BallotStrip,
  type Lineup,
  lineupSize,
  useLineupDraft,
  isWhole,
  type LineupDraft,
} from '#/features/best7/formation.tsx';
import { IdolPicker } from '#/features/best7/idol-picker.tsx';
import { LineupBoard } from '#/features/best7/lineup-board.tsx';
import { type Best7Poll, type MyBest7, useBest7, useMyBallot } from '#/features/best7/use-best7.ts';
import { useActivity } from '#/features/elections/election-queries.ts';
import type { Idol, Team } from '#/features/elections/standings.ts';
import { WithdrawnIdols } from '#/features/elections/withdrawn-idols.tsx';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { signInPath } from '#/lib/navigation.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { keepClear } from '#/ui/keep-clear.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Best7Stage } from './best7-stage.tsx';

const ballotSheet = lazyPart(() => import('#/features/best7/ballot-sheet.tsx').then((module) => module.BallotSheet));

type Best7RoomProps = { activityId: string; idols: readonly Idol[]; teams: readonly Team[] | undefined };

/** Shows everything about Best 7 of one election: arranging, casting, today's ballot and the results. */
export function Best7Room({ activityId, idols, teams }: Best7RoomProps): ReactNode {
  const t = useText();
  const { data: poll, error, isFetching, refetch } = useBest7(activityId);
  const { standing, byId } = useFaces(activityId, idols);
  const draft = useLineupDraft(activityId, new Set(standing.keys()));
  const [isCasting, setIsCasting] = useState(false);
  const idolsOf = (lineup: Lineup) => lineup.flatMap((idolId) => byId.get(idolId) ?? []);
  const chosen = draft.lineup.flatMap((idolId) => standing.get(idolId) ?? []);
  const mine = useMyBallot(activityId, poll);
  const today = mine?.today?.idolIds ?? [];
  const isOver = poll?.state === 'closing' || poll?.state === 'final';
  const isCast = !isOver && today.length > 0;
  const results = poll && poll.state !== 'scheduled' ? <Best7Results poll={poll} byId={byId} /> : null;
  const BallotSheet = ballotSheet.Component;
  return (
    <>
      <Best7Stage poll={poll}>
        <Formation idols={idolsOf(onStage(poll, mine, draft.lineup))} />
      </Best7Stage>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        {isCast && mine ? <TodaysBallot mine={mine} idols={idolsOf(today)} /> : null}
        <WithdrawnIdols activityId={activityId} mine={isOver || isCast ? today : draft.kept} />
        {isOver || isCast ? results : null}
        {isCast && !poll && error ? (
          <div className="card">
            <PollError error={error} isFetching={isFetching} onRetry={() => void refetch()} />
          </div>
        ) : null}
        {isOver || (isCast && !poll) ? null : (
          <LineupEditor
            activityId={activityId}
            idols={idols}
            teams={teams}
            draft={draft}
            chosen={chosen}
            castButton={
              poll && mayCast(poll) ? (
                <CastButton
                  poll={poll}
                  chosen={chosen.length}
                  onNear={() => void ballotSheet.preload()}
                  onPress={() => setIsCasting(true)}
                />
              ) : null
            }
          >
            {poll ? <Note>{t(castNote(poll))}</Note> : null}
            {poll === null ? <p className="text-small text-mute">{t('best7.noPoll')}</p> : null}
            {poll === undefined && !error ? <Skeleton className="h-14 rounded-control" /> : null}
            {poll === undefined && error ? (
              <PollError error={error} isFetching={isFetching} onRetry={() => void refetch()} />
            ) : null}
          </LineupEditor>
        )}
        {isOver || isCast ? null : results}
        {isCast ? null : (
          <Link href="/best7-vote-records" className={buttonStyle('soft', 'large')}>
            {t('best7.toBallots')}
          </Link>
        )}
      </div>
      {isCasting ? (
        <Suspense>
          <BallotSheet activityId={activityId} lineup={draft.lineup} byId={byId} onClose={() => setIsCasting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Returns the idols who can be chosen, and those who have withdrawn, who keep their places in ballots and results. */
function useFaces(activityId: string, idols: readonly Idol[]) {
  const withdrawn = useActivity(activityId).data?.withdrawn;
  const standing = useMemo(() => new Map(idols.map((idol) => [idol.idolId, idol])), [idols]);
  const byId = useMemo(
    () => new Map<string, BallotFace>([...(withdrawn ?? []), ...idols].map((idol) => [idol.idolId, idol])),
    [idols, withdrawn],
  );
  return { standing, byId };
}

/** Returns the idols on the stage: the final result's, else today's ballot's, else the draft's. */
function onStage(poll: Best7Poll | null | undefined, mine: MyBest7 | null, draft: Lineup): Lineup {
  if (poll?.state === 'final') return poll.results.slice(0, lineupSize).map(({ idolId }) => idolId);
  return mine?.today?.idolIds ?? draft;
}

type PollErrorProps = { error: Error; isFetching: boolean; onRetry: () => void };

function PollError({ error, isFetching, onRetry }: PollErrorProps): ReactNode {
  const t = useText();
  return <LoadError text={t('best7.pollError')} error={error} retrying={isFetching} onRetry={onRetry} />;
}

type CastButtonProps = {
  poll: Best7Poll;
  /** The number of chosen idols. */
  chosen: number;
  onNear: () => void;
  onPress: () => void;
};

/** Tells whether the poll is open and has no ballot of the fan for the day. */
function mayCast({ state, mine }: Best7Poll): boolean {
  return state === 'open' && !mine?.today;
}

function castNote(poll: Best7Poll): MessageId {
  if (mayCast(poll)) return 'best7.castMeans';
  return poll.state === 'open' ? 'best7.keptForNext' : 'best7.keptUntilOpen';
}

/** Casts the lineup once it has seven idols; a visitor signs in first. */
function CastButton({ poll: { mine }, chosen, onNear, onPress }: CastButtonProps): ReactNode {
  const t = useText();
  const platform = usePlatform();
  if (mine) {
    return (
      <Button disabled={chosen < lineupSize} onPointerEnter={onNear} onClick={onPress}>
        {chosen < lineupSize ? t('best7.chooseMore', { count: lineupSize - chosen }) : t('best7.cast')}
      </Button>
    );
  }
  if (platform !== 'web') return null;
  return (
    <Link href={signInPath('/best7')} className={`${buttonStyle('primary')} whitespace-normal!`}>
      {t('best7.signIn')}
    </Link>
  );
}

function Note({ children }: { children: string }): ReactNode {
  return <p className="text-small text-pretty text-mute">{children}</p>;
}

type LineupEditorProps = {
  activityId: string;
  idols: readonly Idol[];
  teams: readonly Team[] | undefined;
  draft: LineupDraft;
  /** The chosen idols in order. */
  chosen: readonly Idol[];
  /** Stands beside the count, in a bar that stays in sight. */
  castButton: ReactNode;
  /** Below the order: what casting it means. */
  children: ReactNode;
};

/** Edits the choice of seven and their order, which is kept on the device. */
function LineupEditor({ activityId, idols, teams, draft, chosen, castButton, children }: LineupEditorProps): ReactNode {
  const t = useText();
  const { lineup, add, remove, move } = draft;
  const progress = t('best7.progress', { count: lineup.length, total: lineupSize });
  return (
    <>
      <section className="card">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 id="lineup" className="text-title font-bold">
            {t('best7.order')}
          </h2>
          <p className="num text-small font-semibold text-mute">{progress}</p>
        </div>
        <ProgressBar label={progress} done={lineup.length} total={lineupSize} className="mt-2 bg-raise" />
        <p className="mt-3 mb-1 text-small text-pretty text-mute">{t('best7.how')}</p>
        <LineupBoard idols={chosen} labelledBy="lineup" onMove={move} onRemove={remove} />
        <div className="mt-4 border-t border-line pt-4">{children}</div>
      </section>
      <section aria-labelledby="choose" className="pt-2">
        <h2 id="choose" className="mb-1 px-1 text-section font-extrabold">
          {t('best7.choose')}
        </h2>
        <p role="status" className="mb-3 px-1 text-small text-mute">
          {isWhole(lineup) ? t('best7.full') : progress}
        </p>
        <IdolPicker
          activityId={activityId}
          idols={idols}
          teams={teams}
          lineup={lineup}
          onToggle={(idolId) => (lineup.includes(idolId) ? remove(idolId) : add(idolId))}
        />
      </section>
      {castButton ? (
        <div
          ref={keepClear}
          className={
            'above-nav sticky z-20 flex flex-wrap items-center justify-between gap-x-3 ' +
            'gap-y-1 rounded-tile border border-line bg-surface p-2.5 pl-4 shadow-lift'
          }
        >
          <span className="num text-small font-bold">{progress}</span>
          {castButton}
        </div>
      ) : null}
    </>
  );
}

type TodaysBallotProps = { mine: MyBest7; idols: readonly BallotFace[] };

/** Shows the ballot that the fan has cast today, and when the next one can be. */
function TodaysBallot({ mine: { today, nextBallotAt }, idols }: TodaysBallotProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <section aria-labelledby="todays-ballot" className="card">
      <div className="flex items-center gap-3">
        <span className="grid size-11 shrink-0 place-content-center rounded-full bg-ok-soft text-ok">
          <CheckIcon size={24} />
        </span>
        <div className="min-w-0">
          <h2 id="todays-ballot" className="text-title font-bold">
            {t('best7.todayTitle')}
          </h2>
          <p className="num text-small text-mute">
            {nextBallotAt ? t('best7.nextAt', { next: friendly(nextBallotAt) }) : t('best7.lastBallot')}
          </p>
        </div>
      </div>
      <div className="mt-4">
        <BallotStrip faces={idols} />
      </div>
      {today ? <p className="sr-only">{t('ballots.castAt', { at: friendly(today.castAt) })}</p> : null}
      <Link href="/best7-vote-records" className={`${buttonStyle('soft')} mt-4 w-full`}>
        {t('best7.myBallots')}
      </Link>
    </section>
  );
}
