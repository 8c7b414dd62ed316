import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useCurrentActivityId } from '#/app/election.tsx';
import { MyIdol } from '#/app/following/my-idols.tsx';
import { HomeLivePlace, HomeLuckPlace, HomeTasks, JoinCard } from '#/app/home/home-more.tsx';
import { useFollowedIdols } from '#/features/elections/followed-idols.ts';
import { MyIdolsList } from '#/features/following/my-idols-list.tsx';
import { useActivity } from '#/features/elections/election-queries.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { usePlatform } from '#/lib/platform.ts';
import { useSession } from '#/lib/session/session.ts';
import { BalanceBar } from './balance-bar.tsx';
import { Best7Today } from './best7-today.tsx';
import { TeamStandings } from './team-standings.tsx';

/** Screens that show luck and live rooms themselves. */
const showsLuck = new Set(['/', '/activity']);
/** Screens about the election, beside which its teams are shown. */
const aboutElection = new Set(['/', '/activity', '/vote-activity', '/idol', '/search-idol', '/rule']);

/** Shows beside the screen what the fan has and can do, then what happens around it. */
export function Side(): ReactNode {
  const t = useText();
  const [path] = useLocation();
  const isFan = useSession() !== null;
  const isInHost = usePlatform() === 'app';
  const { activityId } = useCurrentActivityId();
  const { data: activity } = useActivity(activityId ?? undefined);
  return (
    <aside aria-label={t('side.label')} className="side">
      <div className="space-y-4">
        {isInHost ? null : <BalanceBar activity={activity} path={path} />}
        {!isFan && !isInHost && activity ? <JoinCard freeVotesPerDay={activity.freeVotesPerDay} /> : null}
        {isFan && path !== '/me' ? <MyIdol /> : null}
        {path === '/task' ? null : <HomeTasks />}
      </div>
      <div className="space-y-4">
        {activityId && showsLuck.has(path) ? <Best7Today activityId={activityId} /> : null}
        {activityId && aboutElection.has(path) ? <TeamStandings activityId={activityId} /> : null}
        {showsLuck.has(path) ? null : (
          <>
            <HomeLuckPlace />
            <HomeLivePlace />
          </>
        )}
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
