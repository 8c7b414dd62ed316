import { type ReactNode, useState } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { DecisionList, type QuarantineTotals } from './decision-list.tsx';

type QuarantineLineProps = { activityId: string; title: string; setAside: QuarantineTotals };

/** Shows below a ranking the number of quarantined votes, and on a press the decisions. */
export function QuarantineLine({ activityId, title, setAside }: QuarantineLineProps): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { quarantined, released, voided } = setAside;
  const all = quarantined + released + voided;
  return (
    <>
      <Button variant="quiet" className="num mt-4 w-full" onClick={() => setOpen(true)}>
        {t('quarantine.line', {
          all: formatNumber(all),
          quarantined: formatNumber(quarantined),
          released: formatNumber(released),
          voided: formatNumber(voided),
        })}
      </Button>
      {isOpen ? (
        <Sheet title={t('quarantine.title')} subtitle={title} onClose={() => setOpen(false)}>
          <div className="mt-5">
            <DecisionList activityId={activityId} />
          </div>
        </Sheet>
      ) : null}
    </>
  );
}
