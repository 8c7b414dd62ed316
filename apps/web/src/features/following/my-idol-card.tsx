import { type ComponentProps, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { idolPath } from '#/features/elections/election-queries.ts';
import type { FollowedIdol, FollowedIdols } from '#/features/elections/followed-idols.ts';
import { useVotingNote } from '#/features/elections/rounds.ts';
import { RankChange } from '#/features/elections/standing-texts.tsx';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart, prefetch } from '#/lib/lazy-part.ts';
import { useIdolTint } from '#/lib/use-idol-tint.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { HeartIcon, SearchIcon, ShareIcon } from '#/ui/icons/more-icons.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Spark } from '#/ui/spark.tsx';
import sheet from './following.css?url';
import { useGapText } from './gap-text.ts';

type MyIdolCardProps = {
  idol: FollowedIdol;
  /** What her standing is of. */
  followed: Pick<FollowedIdols, 'activityId' | 'state' | 'frozenAt'>;
  /** The same activity; undefined while it loads. */
  activity: Activity | undefined;
  /** Her last 24 hours: places gained, and her places by the hour; undefined while they load. */
  trend: { readonly change: number | null; readonly ranks: readonly number[] } | undefined;
};

/** Shows the main idol as a photocard with her place, the votes that pass the next idol, and her last 24 hours. */
export function MyIdolCard({ idol, followed, activity, trend }: MyIdolCardProps): ReactNode {
  const t = useText();
  const card = useIdolTint<HTMLElement>(idol.colour);
  const gap = useGapText(followed);
  const { activityId } = followed;
  const { name, standing } = idol;
  return (
    <section ref={card} aria-labelledby="my-idol" className="card">
      <link rel="stylesheet" href={sheet} precedence="default" />
      <div className="flex gap-4">
        <Photocard idol={idol} />
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex items-start justify-between gap-2">
            <h2 id="my-idol" className="idol-ink flex items-center gap-1.5 text-caption font-bold">
              <HeartIcon size={14} filled />
              {t('votes.mine')}
            </h2>
            {activity ? <ShareIdol idol={idol} activity={activity} frozenAt={followed.frozenAt} /> : null}
          </div>
          <p className="mt-0.5 text-title font-bold">
            {activityId === null ? (
              <Name>{name}</Name>
            ) : (
              <Link href={idolPath(activityId, idol.idolId)}>
                <Name>{name}</Name>
              </Link>
            )}
          </p>
          {standing ? (
            <p className="num mt-auto flex flex-wrap items-center gap-x-2">
              <span className="text-score font-extrabold">#{standing.rank}</span>
              {trend?.change ? (
                <span className="flex items-center gap-1 text-caption text-mute">
                  <RankChange change={trend.change} /> {t('following.inADay')}
                </span>
              ) : null}
            </p>
          ) : null}
          <p className={`num text-small font-semibold ${standing ? '' : 'mt-auto text-mute'}`}>{gap(idol)}</p>
          <RankHistory ranks={trend?.ranks ?? []} />
        </div>
      </div>
      <div className="mt-4">
        {activity && standing ? (
          <VoteLink activity={activity} idol={idol} />
        ) : (
          <IdolLink activityId={activityId} isComing={standing !== null} />
        )}
      </div>
    </section>
  );
}

/** Draws her places of the last 24 hours, the best one above, and names it. */
function RankHistory({ ranks }: { ranks: readonly number[] }): ReactNode {
  const t = useText();
  return (
    <div className="mt-2 flex h-8 items-center gap-2.5">
      <Spark values={ranks.map((rank) => -rank)} className="idol-ink h-8 min-w-0 flex-1" />
      {ranks.length > 1 ? (
        <span className="num text-caption text-mute">{t('following.best', { rank: Math.min(...ranks) })}</span>
      ) : null}
    </div>
  );
}

const shareSheet = lazyPart(() => import('./share-idol-sheet.tsx').then((module) => module.ShareIdolSheet));

/** Opens the ways to share her page. The button reaches into the card's padding, so that it moves nothing. */
function ShareIdol(props: Omit<ComponentProps<typeof shareSheet.Component>, 'onClose'>): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const ShareSheet = shareSheet.Component;
  return (
    <>
      <button
        type="button"
        aria-label={t('following.shareTitle', { name: props.idol.name })}
        className="press idol-ink -mt-3 -mr-3 -mb-8 grid size-11 shrink-0 place-content-center"
        onPointerEnter={() => void shareSheet.preload()}
        onClick={() => setOpen(true)}
      >
        <ShareIcon size={20} />
      </button>
      {isOpen ? (
        <Suspense>
          <ShareSheet {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/**
 * Frames a picture as a photocard of 5 to 7. Drawn or a photo, square or upright: it covers the card from the head down, and
 * the foil, the foot and the tilt lie over it.
 */
function Photocard({ idol: { name, number, portraitUrl } }: { idol: FollowedIdol }): ReactNode {
  const [card, setCard] = useState<HTMLElement | null>(null);
  const motion = usePhotocardMotion(card);
  return (
    <div ref={setCard} className="photocard h-40 w-28 shrink-0">
      <Portrait src={portraitUrl} width={112} height={160} className="h-full w-full" />
      <p aria-hidden="true" className="photocard-foot flex items-end justify-between gap-2 text-caption font-bold">
        <Name className="min-w-0">{name}</Name>
        <span className="num">{number}</span>
      </p>
      {motion}
    </div>
  );
}

/** Returns what moves a photocard, once it is loaded; never where people want no motion. */
function usePhotocardMotion(card: HTMLElement | null): ReactNode {
  const [motion, setMotion] = useState<ReactNode>(null);
  useEffect(() => {
    if (!card || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    void prefetch(async () => {
      const { PhotocardMotion } = await import('./photocard-motion.tsx');
      setMotion(<PhotocardMotion card={card} />);
    });
  }, [card]);
  return motion;
}

/** Leads to her vote sheet by the address, or says why votes cannot be cast. */
function VoteLink({ activity, idol: { idolId, name } }: { activity: Activity; idol: FollowedIdol }): ReactNode {
  const t = useText();
  const note = useVotingNote(activity, { name, leftInRound: null });
  if (note !== null) {
    return <p className="rounded-tile bg-raise p-3.5 text-center text-small font-semibold">{note}</p>;
  }
  const query = new URLSearchParams({ activityId: activity.activityId, vote: idolId });
  return (
    <Link href={`/vote-activity?${query.toString()}`} className={buttonStyle('primary', 'large')}>
      {t('vote.open', { name })}
    </Link>
  );
}

/** Stands in for that link: while the activity loads, and where she does not take part. */
function IdolLink({ activityId, isComing }: { activityId: string | null; isComing: boolean }): ReactNode {
  const t = useText();
  if (isComing) return <Skeleton className="h-14 rounded-tile" />;
  if (activityId === null) return null;
  return (
    <Link
      href={`/vote-activity?${new URLSearchParams({ activityId }).toString()}`}
      className={buttonStyle('soft', 'large')}
    >
      {t('idol.toRanking')}
    </Link>
  );
}

/** Asks a fan without a followed idol to choose one. It is as high as the card, so that nothing moves. */
export function ChooseMyIdol(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="my-idol" className="card">
      <div className="flex items-center gap-4">
        <span className="grid h-40 w-28 shrink-0 place-content-center rounded-tile bg-brand-soft text-brand">
          <HeartIcon size={40} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id="my-idol" className="text-title font-bold">
            {t('following.whoIsIt')}
          </h2>
          <p className="mt-1 text-small text-pretty text-mute">{t('following.none')}</p>
        </div>
      </div>
      <Link href="/search-idol" className={`${buttonStyle('primary', 'large')} mt-4`}>
        <SearchIcon size={20} />
        {t('following.choose')}
      </Link>
    </section>
  );
}
