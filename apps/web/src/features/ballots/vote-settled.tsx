import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { InfoIcon } from '#/ui/icons/shell-icons.tsx';
import { ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { SettledActions, SettledNotice } from '#/ui/spend/spend-sheet.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { CastVote } from './cast-vote.ts';
import { Receipt, QuarantineNote } from './receipt.tsx';

type VoteSettledProps = { counted: CastVote; idolName: string; onAgain: () => void; onDone: () => void };

/** A vote that was cast: what it did, or that it was quarantined, and its receipt one tap away. */
export function VoteSettled({ counted, idolName, onAgain, onDone }: VoteSettledProps): ReactNode {
  const t = useText();
  const [showsReceipt, setShowsReceipt] = useState(false);
  return (
    <>
      {counted.setAside ? (
        <CastQuarantined num={counted.receipt.num} setAside={counted.setAside} />
      ) : (
        <SettledNotice
          title={t('vote.counted', { count: counted.receipt.num })}
          detail={counted.isFrozen ? t('freeze.counted') : <CountNow counted={counted} />}
        />
      )}
      {showsReceipt ? (
        <Receipt receipt={counted.receipt} idolName={idolName} state={counted.state} takesFocus />
      ) : (
        <Button variant="soft" className="w-full" onClick={() => setShowsReceipt(true)}>
          <ReceiptIcon size={18} />
          {t('receipt.show')}
        </Button>
      )}
      <SettledActions onDone={onDone} again={{ text: t('vote.again'), onAgain }} />
    </>
  );
}

/** The idol's standing with these votes. */
function CountNow({ counted: { rank, idolVotes } }: { counted: CastVote }): ReactNode {
  const t = useText();
  return (
    <>
      #{rank} · <RollingNumber value={idolVotes} /> {t('votes.unit', { count: idolVotes })}
    </>
  );
}

type CastQuarantinedProps = { num: number; setAside: NonNullable<CastVote['setAside']> };

/** A vote that was quarantined when cast: stated calmly, without celebration. */
function CastQuarantined({ num, setAside }: CastQuarantinedProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={status} role="status" tabIndex={-1} className="space-y-4 outline-none">
      <div className="flex items-center gap-4 rounded-tile bg-warn-soft p-4 text-warn">
        <span className="grid size-12 shrink-0 place-content-center rounded-full bg-surface">
          <InfoIcon size={28} />
        </span>
        <p className="text-title font-extrabold">{t('quarantine.cast', { count: num })}</p>
      </div>
      <QuarantineNote state="quarantined" setAside={setAside} />
    </div>
  );
}
