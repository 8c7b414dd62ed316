import type { ReactNode } from 'react';
import { IdolPicker } from '#/features/votes/best7/idol-picker.tsx';
import { LineupBoard } from '#/features/votes/best7/lineup-board.tsx';
import { isWhole, lineupSize } from '#/features/votes/best7/lineup.ts';
import type { LineupDraft } from '#/features/votes/best7/use-lineup-draft.ts';
import type { Idol, Team } from '#/features/votes/standings.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { ProgressBar } from '#/ui/progress-bar.tsx';

type LineupEditorProps = {
  idols: readonly Idol[];
  teams: readonly Team[] | undefined;
  draft: LineupDraft;
  /** The chosen idols in order. */
  chosen: readonly Idol[];
  /** Below the order: what can be done with it. */
  children: ReactNode;
};

/** Choosing seven and putting them in order, kept on the device. */
export function LineupEditor({ idols, teams, draft, chosen, children }: LineupEditorProps): ReactNode {
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
          idols={idols}
          teams={teams}
          lineup={lineup}
          onToggle={(idolId) => (lineup.includes(idolId) ? remove(idolId) : add(idolId))}
        />
      </section>
    </>
  );
}
