import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { VoteAction, VoteActionToCome } from '#/app/idol/vote-action.tsx';
import { idolPath } from '#/features/elections/election-queries.ts';
import { StandingFacts } from '#/features/elections/standing-facts.tsx';
import type { IdolStanding, Team } from '#/features/elections/standings.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';

type OpenIdolCardProps = {
  activityId: string;
  standing: IdolStanding;
  team: Team | undefined;
  activity: UseQueryResult<Activity>;
  onVote: (idolId: string) => void;
  onClose: () => void;
};

/** Shows an idol's card with the button to vote for her, or the reason why voting is impossible. */
export function OpenIdolCard({ activityId, standing, team, activity, onVote, onClose }: OpenIdolCardProps): ReactNode {
  const { data } = activity;
  return (
    <IdolCard
      standing={standing}
      team={team}
      onClose={onClose}
      pagePath={idolPath(activityId, standing.idolId)}
      rankingPath={data ? `/vote-activity?activityId=${encodeURIComponent(data.activityId)}` : '/vote-activity'}
      action={
        data ? (
          <VoteAction
            canVote
            activity={data}
            name={standing.name}
            leftInRound={standing.leftInRound}
            onVote={() => onVote(standing.idolId)}
          />
        ) : (
          <VoteActionToCome activity={activity} />
        )
      }
    />
  );
}

type IdolCardProps = {
  standing: IdolStanding;
  team: Team | undefined;
  /** The button of what the fan can do for her now. */
  action: ReactNode;
  /** The paths of her page and of the whole ranking. */
  pagePath: string;
  rankingPath: string;
  onClose: () => void;
};

/** Shows an idol's profile and live standing. */
function IdolCard({ standing, team, action, pagePath, rankingPath, onClose }: IdolCardProps): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { name, names, number, profile, portraitUrl } = standing;
  const other = languageType === 'en_US' ? { name: names.zh_TW, tag: 'zh-Hant-TW' } : { name: names.en_US, tag: 'en' };
  return (
    <Sheet
      title={<Name>{name}</Name>}
      subtitle={
        <>
          {other.name === name ? null : (
            <Name lang={other.tag} className="block">
              {other.name}
            </Name>
          )}
          <p className="num font-semibold">{t('idol.number', { number })}</p>
        </>
      }
      media={
        <Portrait
          src={portraitUrl}
          width={110}
          height={132}
          lazy={false}
          className="h-33 w-[110px] shrink-0 rounded-tile"
        />
      }
      onClose={onClose}
    >
      {team ? (
        <p className="mt-5 rounded-tile px-4 py-3 text-white" style={{ background: team.colour }}>
          <Name className="block text-small font-bold">{team.name}</Name>
          <span className="block text-caption">{team.slogan}</span>
        </p>
      ) : null}
      <p className="mt-4 text-body">{profile}</p>
      <StandingFacts standing={standing} />
      <div className="mt-5 space-y-2">
        {action}
        <Link href={pagePath} className={`${buttonStyle('soft')} w-full`}>
          {t('idol.toPage')}
        </Link>
        <Link href={rankingPath} className={`${buttonStyle('quiet')} w-full`}>
          {t('idol.toRanking')}
        </Link>
      </div>
    </Sheet>
  );
}
