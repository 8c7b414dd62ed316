import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { Best7Results } from '#/features/votes/best7/best7-results.tsx';
import { Formation } from '#/features/votes/best7/formation.tsx';
import { type Lineup, lineupSize } from '#/features/votes/best7/lineup.ts';
import { type Best7Poll, useBest7 } from '#/features/votes/best7/use-best7.ts';
import { useLineupDraft } from '#/features/votes/best7/use-lineup-draft.ts';
import type { Idol, Team } from '#/features/votes/standings.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Best7Stage } from './best7-stage.tsx';
import { CastButton } from './cast-button.tsx';
import { LineupEditor } from './lineup-editor.tsx';
import { TodaysBallot } from './todays-ballot.tsx';

const ballotSheet = lazyPart(() =>
  import('#/features/votes/best7/ballot-sheet.tsx').then((module) => module.BallotSheet),
);

type Best7RoomProps = { activityId: string; idols: readonly Idol[]; teams: readonly Team[] | undefined };

/** Everything about Best 7 of one election: arranging, casting, today's ballot and the results. */
export function Best7Room({ activityId, idols, teams }: Best7RoomProps): ReactNode {
  const t = useText();
  const { data: poll, error, isFetching, refetch } = useBest7(activityId);
  const byId = useMemo(() => new Map(idols.map((idol) => [idol.idolId, idol])), [idols]);
  const draft = useLineupDraft(activityId, new Set(byId.keys()));
  const [isCasting, setIsCasting] = useState(false);
  const idolsOf = (lineup: Lineup) => lineup.flatMap((idolId) => byId.get(idolId) ?? []);
  const chosen = idolsOf(draft.lineup);
  const today = poll?.mine?.today?.idolIds ?? [];
  const isOver = poll?.state === 'closing' || poll?.state === 'final';
  const isCast = !isOver && today.length > 0;
  const results = poll && poll.state !== 'scheduled' ? <Best7Results poll={poll} byId={byId} /> : null;
  const BallotSheet = ballotSheet.Component;
  return (
    <>
      <Best7Stage poll={poll}>
        <Formation idols={idolsOf(onStage(poll, draft.lineup))} />
      </Best7Stage>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        {isCast && poll?.mine ? <TodaysBallot mine={poll.mine} idols={idolsOf(today)} /> : null}
        {isOver || isCast ? results : null}
        {isOver ? null : (
          <LineupEditor idols={idols} teams={teams} draft={draft} chosen={chosen}>
            {poll ? (
              <CastButton
                poll={poll}
                chosen={chosen.length}
                onNear={() => void ballotSheet.preload()}
                onPress={() => setIsCasting(true)}
              />
            ) : null}
            {poll === null ? <p className="text-small text-mute">{t('best7.noPoll')}</p> : null}
            {poll === undefined && !error ? <Skeleton className="h-14 rounded-control" /> : null}
            {poll === undefined && error ? (
              <LoadError
                text={t('best7.pollError')}
                error={error}
                retrying={isFetching}
                onRetry={() => void refetch()}
              />
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

/** Who is seen on the stage: the seven of the result once it is final, else those of today's ballot, else the draft. */
function onStage(poll: Best7Poll | null | undefined, draft: Lineup): Lineup {
  if (poll?.state === 'final') return poll.results.slice(0, lineupSize).map(({ idolId }) => idolId);
  return poll?.mine?.today?.idolIds ?? draft;
}
