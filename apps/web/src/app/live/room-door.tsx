import { type ReactNode, Suspense, useState } from 'react';
import { SignInFirst } from '#/app/sign-in-first.tsx';
import { PointsToCome } from '#/app/mall/points-to-come.tsx';
import { type LiveRoom, roomPath } from '#/features/live/live-queries.ts';
import { RemindButton } from '#/features/live/room-marks.tsx';
import { PointsUntil } from '#/features/points/points-until.tsx';
import { pointAsset, useBalance } from '#/features/points/use-assets.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useSession } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { CoinsIcon, TicketIcon, CameraIcon } from '#/ui/icons/more-icons.tsx';
import { studioPath } from '#/features/live-studio/studio-queries.ts';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';

const ticketSheet = lazyPart(() => import('#/features/live/ticket-sheet.tsx').then((module) => module.TicketSheet));

/** Lets the fan into a room: shows their ticket or how to get one, and the reminder; nothing for an open room. */
export function RoomDoor({ room }: { room: LiveRoom }): ReactNode {
  const t = useText();
  const session = useSession();
  const [isBuying, setBuying] = useState(false);
  const { state, price, myTicket } = room;
  const isAhead = state === 'coming';
  const sells = price > 0 && myTicket === null && (isAhead || state === 'onAir');
  const mayHaveReplay = !session && price > 0 && state === 'over' && room.replayUntil !== null;
  if (mayHaveReplay) return <ReplaySignIn room={room} />;
  if (!sells && !isAhead && myTicket === null) return null;
  return (
    <section aria-label={t(price > 0 ? 'live.ticket.yours' : 'live.reminder')} className="card space-y-4">
      {myTicket ? <MyTicket room={room} ticket={myTicket} /> : null}
      {sells ? <Offer room={room} onBuy={session ? () => setBuying(true) : undefined} /> : null}
      {isAhead && session ? <RemindButton room={room} size="large" /> : null}
      {session ? null : (
        <div>
          <SignInFirst next={roomPath(room.roomId)}>
            {t(sells ? 'live.ticket.signIn' : 'live.signInToRemind')}
          </SignInFirst>
        </div>
      )}
      {/* Here, because the offer goes away with the purchase. */}
      {isBuying ? <TicketPurchase room={room} onClose={() => setBuying(false)} /> : null}
    </section>
  );
}

function ReplaySignIn({ room }: { room: LiveRoom }): ReactNode {
  const t = useText();
  return (
    <section aria-label={t('live.ticket.yours')} className="card">
      <SignInFirst next={roomPath(room.roomId)}>{t('live.replayForTickets')}</SignInFirst>
    </section>
  );
}

function TicketPurchase({ room, onClose }: { room: LiveRoom; onClose: () => void }): ReactNode {
  const points = useBalance(pointAsset);
  const TicketSheet = ticketSheet.Component;
  return (
    <Suspense>
      <TicketSheet
        room={room}
        points={points}
        pointsToCome={<PointsToCome />}
        pointsNote={<PointsUntil />}
        onClose={onClose}
      />
    </Suspense>
  );
}

type MyTicketProps = { room: LiveRoom; ticket: NonNullable<LiveRoom['myTicket']> };

function MyTicket({ room: { state }, ticket: { paid, state: ticketState } }: MyTicketProps): ReactNode {
  const t = useText();
  if (ticketState === 'refunded') {
    return (
      <DoorLine
        icon={CoinsIcon}
        title={t('live.ticket.refunded', { points: paid })}
        text={t('live.ticket.refundedText')}
      />
    );
  }
  if (state === 'cancelled' || state === 'failed') {
    return (
      <DoorLine
        icon={CoinsIcon}
        title={t('live.ticket.refunding', { points: paid })}
        text={t('live.ticket.refundingText')}
      />
    );
  }
  return (
    <DoorLine
      icon={TicketIcon}
      title={t('live.ticket.have')}
      text={t(state === 'coming' ? 'live.ticket.haveText' : 'live.ticket.oneDevice')}
    />
  );
}

type DoorLineProps = { icon: IconComponent; title: string; text: string };

function DoorLine({ icon: Icon, title, text }: DoorLineProps): ReactNode {
  return (
    <div className="flex items-center gap-3.5">
      <span className="grid size-12 shrink-0 place-content-center rounded-full bg-ok-soft text-ok">
        <Icon size={24} />
      </span>
      <p className="num min-w-0">
        <span className="block text-body font-bold">{title}</span>
        <span className="block text-small text-pretty text-mute">{text}</span>
      </p>
    </div>
  );
}

/** Shows the price, what is left, and for a fan a button that opens the sheet. */
function Offer({ room: { price, seats }, onBuy }: { room: LiveRoom; onBuy: (() => void) | undefined }): ReactNode {
  const t = useText();
  const isSoldOut = seats?.left === 0;
  return (
    <>
      <div className="flex items-center gap-3.5">
        <span className="action grid size-12 shrink-0 place-content-center rounded-tile">
          <TicketIcon size={26} />
        </span>
        <p className="num min-w-0">
          <span className="block text-body font-bold">{t('live.ticket.price', { points: price })}</span>
          <span className="block text-small text-mute">
            {seats === null
              ? t('live.ticket.noLimit')
              : t('live.ticket.left', { left: seats.left, total: seats.total })}
          </span>
        </p>
      </div>
      {onBuy ? (
        <Button size="large" disabled={isSoldOut} onPointerEnter={() => void ticketSheet.preload()} onClick={onBuy}>
          {t(isSoldOut ? 'live.ticket.soldOut' : 'live.ticket.get')}
        </Button>
      ) : null}
    </>
  );
}

/** Leads a presenter into the studio. Its link loads the page, which has its own policy. */
export function StudioDoor({ roomId }: { roomId?: string }): ReactNode {
  const t = useText();
  return (
    <a href={studioPath(roomId)} className="press card flex items-center gap-3.5">
      <span className="action grid size-12 shrink-0 place-content-center rounded-tile">
        <CameraIcon size={26} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-body font-bold">{t('studio.open')}</span>
        <span className="block text-small text-pretty text-mute">{t('studio.openText')}</span>
      </span>
      <NextIcon size={20} className="text-mute" />
    </a>
  );
}
