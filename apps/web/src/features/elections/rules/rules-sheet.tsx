import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Cover } from '#/ui/cover.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { PublishedRules } from './published-rules.tsx';
import { SummaryLink } from '#/features/elections/event-card.tsx';
import type { Activity } from '#/features/elections/voting-phase.ts';

type RulesSheetProps = { activity: Activity; onClose: () => void };

/** Shows the election's window, rules and prizes over the ranking. */
export function RulesSheet({ activity, onClose }: RulesSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet
      title={t('rules.title')}
      subtitle={activity.title}
      media={<Cover src={activity.coverUrl} width={72} height={72} className="size-18 rounded-tile" />}
      onClose={onClose}
    >
      <div className="mt-5">
        <PublishedRules activity={activity} />
      </div>
      {activity.state === 'scheduled' ? null : (
        <div className="mt-5">
          <SummaryLink activity={activity} phase={activity.state} />
        </div>
      )}
    </Sheet>
  );
}
