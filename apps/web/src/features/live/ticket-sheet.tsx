import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { Cover } from '#/ui/cover.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { type BoughtTicket, buyErrorText, type LiveRoom, useBuyTicket } from './live-queries.ts';

type TicketSheetProps = {
  room: LiveRoom;
  /** What the fan has to spend; undefined while it is not known. */
  points: number | undefined;
  /** Replaces the form until then. */
  pointsToCome: ReactNode;
  /** Beneath the form: until when they last. */
  pointsNote: ReactNode;
  onClose: () => void;
};

/** Where Points become the ticket of a room. */
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
          <p className="text-center text-small text-pretty text-mute">
            {room.state === 'coming'
              ? t('live.ticket.until', { when: friendly(room.opensAt) })
              : t('live.ticket.watchNow')}
          </p>
          <SettledActions onDone={close} />
        </>
      )}
    >
      {(close) =>
        points === undefined ? pointsToCome : <TicketForm room={room} points={points} buying={buying} onClose={close} />
      }
    </SpendSheet>
  );
}

type TicketFormProps = {
  room: LiveRoom;
  points: number;
  buying: ReturnType<typeof useBuyTicket>;
  onClose: () => void;
};

/** What it costs, what happens if the room is cancelled, and one button with the price. */
function TicketForm({ room: { price }, points, buying, onClose }: TicketFormProps): ReactNode {
  const t = useText();
  // During the payment the refetched balance may be ahead of the answer.
  if (points < price && !buying.isPending) {
    return (
      <div className="mt-5 space-y-4">
        <InlineAlert>{t('mall.tooFewPoints', { missing: price - points })}</InlineAlert>
        <Link href="/task" className={buttonStyle('primary', 'large')}>
          {t('vote.earnPoints')}
        </Link>
      </div>
    );
  }
  const lines = [
    [t('mall.youPay'), t('points.count', { points: price })],
    [t('mall.remains'), t('points.count', { points: points - price })],
  ] as const;
  return (
    <div className="mt-5 space-y-4">
      <dl className="num space-y-2 rounded-tile bg-raise p-4 text-small">
        {lines.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="text-mute">{label}</dt>
            <dd className="font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-pretty text-mute">{t('live.ticket.terms')}</p>
      {buying.error ? <InlineAlert>{buyErrorText(buying.error, t)}</InlineAlert> : null}
      <SpendButton size="large" busy={buying.isPending} onClick={buying.buy}>
        {t('live.ticket.pay', { points: price })}
      </SpendButton>
      <Button variant="quiet" className="w-full" onClick={onClose}>
        {t('common.notNow')}
      </Button>
    </div>
  );
}
