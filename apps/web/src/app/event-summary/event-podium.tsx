import type { ReactNode, RefObject } from 'react';
import type { EventSummary } from '#/features/votes/summary/event-summary.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Podium } from '#/ui/podium.tsx';

type EventPodiumProps = {
  summary: EventSummary;
  /** The rows of the ranking, each named by `data-row`. */
  rows: RefObject<HTMLElement | null>;
};

/** The three best on the stage; a press leads to her row in the ranking below. */
export function EventPodium({ summary, rows }: EventPodiumProps): ReactNode {
  const t = useText();
  const showRow = (idolId: string) => {
    const row = rows.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(idolId)}"]`);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    row?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'center' });
    row?.focus({ preventScroll: true });
  };
  return (
    <section aria-label={t('podium.label')} className="mt-5">
      <Podium
        onPick={showRow}
        entries={summary.ranking.slice(0, 3).map(({ idolId, ...idol }) => ({ ...idol, id: idolId }))}
      />
    </section>
  );
}
