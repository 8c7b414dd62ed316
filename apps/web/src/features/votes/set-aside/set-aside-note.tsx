import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { VoteRecord } from '../use-vote-record.ts';

type SetAsideNoteProps = Pick<VoteRecord, 'state'> & { setAside: NonNullable<VoteRecord['setAside']> };

/** Why a vote was set aside, and what became of it: calmly, because there is nothing that its fan has to do. */
export function SetAsideNote({ state, setAside: { why, decision } }: SetAsideNoteProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <div className="rounded-tile bg-raise p-4 text-small">
      <p className="font-bold">{t(`setAside.note.${state === 'counted' ? 'quarantined' : state}`)}</p>
      <p className="mt-1.5">{why}</p>
      {decision ? (
        <p className="mt-1.5">
          {t(decision.isByRule ? 'setAside.decidedByRule' : 'setAside.decided', { when: friendly(decision.decidedAt) })}{' '}
          {decision.reason}
        </p>
      ) : (
        <p className="mt-1.5 text-mute">{t('setAside.nothingToDo')}</p>
      )}
    </div>
  );
}
