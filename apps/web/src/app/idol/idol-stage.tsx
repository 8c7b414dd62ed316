import type { ReactNode } from 'react';
import type { IdolDetail } from '#/features/elections/idol/use-idol.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { StageTop } from '#/ui/stage-top.tsx';

const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];
const backTo = '/vote-activity';

/** An idol on the stage: her portrait in her team's light, her names, and her place. */
export function IdolStage({ idol, rank }: { idol: IdolDetail; rank: number }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { name, names, number, portraitUrl, team } = idol;
  const other = languageType === 'en_US' ? { name: names.zh_TW, tag: 'zh-Hant-TW' } : { name: names.en_US, tag: 'en' };
  return (
    <StageTop
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
          className={`num absolute -right-4 -bottom-4 grid size-12 place-content-center rounded-full text-title font-extrabold ${medals[rank] ?? 'bg-black text-white'}`}
        >
          #{rank}
        </span>
      </div>
    </StageTop>
  );
}

/** The same while she is on her way, in its final geometry. */
export function IdolStageSkeleton(): ReactNode {
  const t = useText();
  return (
    <StageTop title={t('idol.title')} part={'\u00A0'} backTo={backTo} text={'\u00A0'}>
      <div className="mx-auto w-50">
        <Skeleton className="aspect-5/6 w-full rounded-card" />
      </div>
    </StageTop>
  );
}
