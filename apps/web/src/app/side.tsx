import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useCurrentActivityId } from '#/app/election.tsx';
import { routeOf } from '#/app/other-screens.tsx';
import { MyIdol } from '#/app/following/my-idols.tsx';
import { HomeLivePlace, HomeLuckPlace, HomeTasks, JoinCard } from '#/app/home/home-more.tsx';
import { useBest7 } from '#/features/best7/use-best7.ts';
import { useActivity, useIdols, useTeams } from '#/features/elections/election-queries.ts';
import { useFollowedIdols } from '#/features/elections/followed-idols.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { SummaryChecks } from '#/features/elections/summary/summary-heading.tsx';
import { MyIdolsList } from '#/features/following/my-idols-list.tsx';
import { NoticeBell } from '#/features/notices/notice-bell.tsx';
import { assetLook } from '#/features/points/asset-tiles.tsx';
import { pointAsset, useAssets } from '#/features/points/use-assets.ts';
import { useStandings } from '#/features/rankings/use-standings.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { usePlatform } from '#/lib/platform.ts';
import { useSession } from '#/lib/session/session.ts';
import { useConfig } from '#/lib/use-config.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';

/** Screens that show luck and live rooms themselves. */
const showsLuck = new Set(['/', '/activity']);
/** Screens about the election that the address names. */
const aboutElection = new Set(['/', '/activity', '/vote-activity', '/idol', '/search-idol', '/rule']);
/** The widest page has a column for what happens around the screen; what the screen itself shows is not repeated. */
const showsTeams = new Set(['/event-summary']);
const showsBest7 = new Set(['/best7', '/best7-vote-records']);

/** Shows beside the screen what the fan has and can do, then what happens around it. */
export function Side(): ReactNode {
  const t = useText();
  const path = routeOf(useLocation()[0]) ?? '/not-found';
  const isFan = useSession() !== null;
  const isInHost = usePlatform() === 'app';
  const named = useCurrentActivityId().activityId;
  const current = useConfig().data?.currentActivityId;
  // Elsewhere the address may name a box or a draw.
  const activityId = aboutElection.has(path) ? named : current;
  const { data: activity } = useActivity(activityId ?? undefined);
  const isOnTasks = path === '/task';
  const election = activityId ? (
    <>
      {showsBest7.has(path) ? null : <Best7Today activityId={activityId} />}
      {showsTeams.has(path) ? null : <TeamStandings activityId={activityId} />}
    </>
  ) : null;
  return (
    <aside aria-label={t('side.label')} className="side">
      <div className="space-y-4">
        {isInHost ? null : <BalanceBar activity={activity} path={path} />}
        {!isFan && !isInHost && activity ? <JoinCard freeVotesPerDay={activity.freeVotesPerDay} /> : null}
        {isFan && path !== '/me' ? <MyIdol /> : null}
        {path === '/event-summary' && named ? <SummaryChecks activityId={named} /> : null}
        {isOnTasks ? <HomeLuckPlace /> : <HomeTasks />}
      </div>
      <div className="space-y-4">
        {aboutElection.has(path) ? election : null}
        {showsLuck.has(path) || isOnTasks ? null : <HomeLuckPlace />}
        {showsLuck.has(path) ? null : <HomeLivePlace />}
        {aboutElection.has(path) ? null : election}
      </div>
    </aside>
  );
}

const mostOnRail = 4;

/** Shows at the foot of the rail the first of the followed idols; nothing without any or without an answer. */
export function RailIdols(): ReactNode {
  const t = useText();
  const { data } = useFollowedIdols();
  if (!data || data.list.length === 0) return null;
  return (
    <div className="rail-idols">
      <p className="text-caption font-bold text-mute">{t('following.mine')}</p>
      <MyIdolsList followed={{ ...data, list: data.list.slice(0, mostOnRail) }} />
    </div>
  );
}

type BalanceBarProps = {
  /** Undefined while it is not known, and without an election. */
  activity: Activity | undefined;
  path: string;
};

/** Shows what the fan can spend, and the unread notices, at the same spot on every wide screen; a sign-in for visitors. */
function BalanceBar({ activity, path }: BalanceBarProps): ReactNode {
  const t = useText();
  const session = useSession();
  const { data: assets } = useAssets();
  if (!session) {
    return (
      <div data-balance className="flex min-h-13 justify-end">
        <Link href={signInPath(path)} className={buttonStyle('soft')}>
          {t('account.signIn')}
        </Link>
      </div>
    );
  }
  // Opaque, because the page scrolls beneath it.
  const ground = 'bg-surface shadow-card';
  const names = [pointAsset, ...(activity ? [activity.voteAsset, activity.ticketAsset] : [])];
  return (
    <div data-balance className="flex min-h-13 items-stretch gap-2.5">
      <Link href="/me" className={`press flex min-w-0 flex-1 items-center rounded-tile ${ground}`}>
        {names.map((name) => {
          const { icon: Icon, filled } = assetLook(name);
          const asset = assets?.find(({ assetName }) => assetName === name);
          return (
            <span key={name} className="min-w-0 flex-1 text-center text-small font-extrabold">
              <span className="flex items-center justify-center gap-1.5">
                <Icon size={16} filled={filled} className="text-brand" />
                {asset ? <RollingNumber value={asset.available} /> : '–'}
              </span>
              <span className="block truncate text-caption font-medium">{asset?.label}</span>
            </span>
          );
        })}
        <span className="sr-only">{t('points.toMine')}</span>
      </Link>
      <NoticeBell className={`min-w-13 justify-center rounded-tile px-3 ${ground}`} />
    </div>
  );
}

/** Shows the votes of each team, the first on top; nothing without teams or without an answer. */
function TeamStandings({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const { data: teams } = useTeams(activityId);
  const { list } = useStandings(activityId);
  if (!teams || teams.length < 2 || !list) return null;
  const totals = teams
    .map(({ teamId, name, colour }) => {
      const members = list.filter((idol) => idol.teamId === teamId);
      return { teamId, name, colour, votes: members.reduce((sum, { votes }) => sum + votes, 0) };
    })
    .toSorted((one, other) => other.votes - one.votes);
  const most = totals[0]?.votes ?? 0;
  return (
    <section aria-labelledby="team-totals" className="card enter">
      <SectionHeading id="team-totals">{t('teams.totals')}</SectionHeading>
      <ul className="space-y-3">
        {totals.map(({ teamId, name, colour, votes }) => (
          <li key={teamId}>
            <p className="mb-1.5 flex justify-between gap-3 text-small font-bold">
              <Name>{name}</Name>
              <span className="num">{formatNumber(votes)}</span>
            </p>
            <ProgressBar label={name} value={formatNumber(votes)} done={votes} total={most} colour={colour} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const seven = 7;

/** Shows the fan's Best 7 of today, else the seven in the lead; nothing without an open poll or an answer. */
function Best7Today({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const { data: poll } = useBest7(activityId);
  const { data: idols } = useIdols(activityId);
  if (poll?.state !== 'open' || !idols) return null;
  const mine = poll.mine?.today?.idolIds;
  const ids = mine ?? poll.results.slice(0, seven).map(({ idolId }) => idolId);
  const faces = ids.flatMap((idolId) => idols.find((idol) => idol.idolId === idolId) ?? []);
  return (
    <section aria-labelledby="best7-today" className="card enter">
      <SectionHeading id="best7-today">{t(mine ? 'best7.title' : 'best7.soFar')}</SectionHeading>
      <ol className="mb-4 grid grid-cols-7 gap-1.5">
        {faces.map(({ idolId, name, portraitUrl }) => (
          <li key={idolId}>
            <Portrait src={portraitUrl} width={40} height={40} className="aspect-square w-full rounded-full" />
            <Name className="sr-only">{name}</Name>
          </li>
        ))}
      </ol>
      <Link href="/best7" className={`${buttonStyle('soft')} w-full`}>
        {t(mine ? 'best7.myBallots' : 'best7.choose')}
      </Link>
    </section>
  );
}
