import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Cover } from '#/ui/cover.tsx';
import { PurchaseForm } from '#/ui/spend/purchase-form.tsx';
import { SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { type BoughtTicket, buyErrorText, type LiveRoom, useBuyTicket } from './live-queries.ts';

type TicketSheetProps = {
  room: LiveRoom;
  /** The fan's Points; undefined while they are not known. */
  points: number | undefined;
  /** Replaces the form until then. */
  pointsToCome: ReactNode;
  /** Beneath the form: until when they last. */
  pointsNote: ReactNode;
  onClose: () => void;
};

/** Spends Points for the ticket of a room. */
export function TicketSheet({ room, points, pointsToCome, pointsNote, onClose }: TicketSheetProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const spend = useSpendState<BoughtTicket>();
  const buying = useBuyTicket(room, spend.settle);
  return (
    <SpendSheet
      title={t('live.ticket.title')}
      subtitle={room.title}
      media={<Cover src={room.coverUrl} width={72} height={72} className="size-18 shrink-0 rounded-tile" />}
      onClose={onClose}
      spend={spend}
      below={pointsNote}
      sending={buying}
      unsettled={
        buying.unsettled && {
          text: t('live.ticket.unsettled'),
          askAgainLabel: t('mall.askAgain'),
          onAskAgain: buying.buy,
        }
      }
      renderSettled={({ paid, available }, close) => (
        <>
          <SettledNotice
            title={t('live.ticket.bought')}
            detail={t('live.ticket.boughtDetail', { paid, points: available })}
          />
          {room.state === 'coming' ? (
            <p className="text-center text-small text-pretty text-mute">
              {t('live.ticket.until', { when: friendly(room.opensAt) })}
            </p>
          ) : null}
          <SettledActions onDone={close} doneText={room.state === 'coming' ? undefined : t('live.watch')} />
        </>
      )}
    >
      {(close) =>
        points === undefined ? (
          pointsToCome
        ) : (
          <PurchaseForm
            price={room.price}
            points={points}
            note={<p className="text-small text-pretty text-mute">{t('live.ticket.terms')}</p>}
            payLabel={(price) => t('live.ticket.pay', { points: price })}
            errorText={buying.error ? buyErrorText(buying.error, t) : undefined}
            isBusy={buying.isPending}
            onPay={buying.buy}
            onClose={close}
          />
        )
      }
    </SpendSheet>
  );
}
