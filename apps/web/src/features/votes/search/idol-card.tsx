import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { StandingFacts } from '../standing-facts.tsx';
import type { Standing, Team } from '../standings.ts';

type IdolCardProps = {
  standing: Standing;
  team: Team | undefined;
  /** What the fan can do for her now. */
  action: ReactNode;
  /** Where all about her is, and where the whole ranking. */
  pagePath: string;
  rankingPath: string;
  onClose: () => void;
};

/** Who an idol is, and where she stands as it changes. */
export function IdolCard({ standing, team, action, pagePath, rankingPath, onClose }: IdolCardProps): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { name, names, number, profile, portraitUrl } = standing;
  const other = languageType === 'en_US' ? { name: names.zh_TW, tag: 'zh-Hant-TW' } : { name: names.en_US, tag: 'en' };
  return (
    <Sheet
      title={name}
      subtitle={
        <>
          {other.name === name ? null : <p lang={other.tag}>{other.name}</p>}
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
          <span className="block text-small font-bold">{team.name}</span>
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
