import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Formation } from '#/features/votes/best7/formation.tsx';
import { IdolPicker } from '#/features/votes/best7/idol-picker.tsx';
import { LineupBoard } from '#/features/votes/best7/lineup-board.tsx';
import { isWhole, lineupSize } from '#/features/votes/best7/lineup.ts';
import { useLineupDraft } from '#/features/votes/best7/use-lineup-draft.ts';
import type { Idol, Team } from '#/features/votes/standings.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { Best7Stage } from './best7-stage.tsx';

type LineupEditorProps = { activityId: string; idols: readonly Idol[]; teams: readonly Team[] | undefined };

/** Choosing seven and putting them in order, kept on the device. Only the sending has to wait until ballots open. */
export function LineupEditor({ activityId, idols, teams }: LineupEditorProps): ReactNode {
  const t = useText();
  const byId = new Map(idols.map((idol) => [idol.idolId, idol]));
  const { lineup, add, remove, move } = useLineupDraft(activityId, new Set(byId.keys()));
  const chosen = lineup.flatMap((idolId) => byId.get(idolId) ?? []);
  const progress = t('best7.progress', { count: lineup.length, total: lineupSize });
  return (
    <>
      <Best7Stage>
        <Formation idols={chosen} />
      </Best7Stage>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
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
        </section>
        <section aria-labelledby="choose" className="pt-2">
          <h2 id="choose" className="mb-1 px-1 text-section font-extrabold">
            {t('best7.choose')}
          </h2>
          <p role="status" className="mb-3 px-1 text-small text-mute">
            {isWhole(lineup) ? t('best7.full') : progress}
          </p>
          <IdolPicker
            idols={idols}
            teams={teams}
            lineup={lineup}
            onToggle={(idolId) => (lineup.includes(idolId) ? remove(idolId) : add(idolId))}
          />
        </section>
        <OpensSoon
          title={t('best7.soonTitle')}
          action={
            <Link href="/best7-vote-records" className={buttonStyle('soft', 'large')}>
              {t('best7.toBallots')}
            </Link>
          }
        >
          {t('best7.soonText')}
        </OpensSoon>
      </div>
    </>
  );
}
