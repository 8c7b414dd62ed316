import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { InfoIcon } from '#/ui/icons/first-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { CastVote } from '../use-cast-vote.ts';
import { SetAsideNote } from './set-aside-note.tsx';

type CastSetAsideProps = { num: number; setAside: NonNullable<CastVote['setAside']> };

/** A vote that was set aside as it was cast: said without alarm, and with nothing to celebrate yet. */
export function CastSetAside({ num, setAside }: CastSetAsideProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={status} role="status" tabIndex={-1} className="space-y-4 outline-none">
      <div className="flex items-center gap-4 rounded-tile bg-warn-soft p-4 text-warn">
        <span className="grid size-12 shrink-0 place-content-center rounded-full bg-surface">
          <InfoIcon size={28} />
        </span>
        <p className="text-title font-extrabold">{t('setAside.cast', { count: num })}</p>
      </div>
      <SetAsideNote state="quarantined" setAside={setAside} />
    </div>
  );
}
