import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SectionHeading } from '#/ui/section-heading.tsx';
import {
  type BlindBox,
  luckStateAt,
  type Packet,
  useBoxes,
  useLuckState,
  usePackets,
  packetPath,
} from '#/features/luck/luck-queries.ts';
import { serverNowMs, useServerNow } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatTimeLeft } from '#/lib/format/format-relative.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Cover } from '#/ui/cover.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/**
 * Shows the red packet that is open or opens next, and the blind box on sale; nothing without either or without an
 * answer.
 */
export function HomeLuck(): ReactNode {
  const t = useText();
  const packets = usePackets();
  const boxes = useBoxes();
  if (packets.isPending || boxes.isPending) return <Skeleton className="h-68 rounded-card" />;
  const packet = packets.data && packetToShow(packets.data, serverNowMs());
  const box = boxes.data?.find(({ state }) => state === 'open');
  if (!packet && !box) return null;
  return (
    <section aria-labelledby="home-luck" className="card">
      <SectionHeading id="home-luck" more={{ to: '/activity', text: t('home.allLuck') }}>
        {t('home.luck')}
      </SectionHeading>
      <ul className="space-y-2.5">
        {packet ? <PacketRow key={packet.packetId} packet={packet} /> : null}
        {box ? <BoxRow box={box} /> : null}
      </ul>
    </section>
  );
}

/** Returns one that is open and has a share for the fan, else the next. */
function packetToShow(packets: readonly Packet[], nowMs: number): Packet | undefined {
  const stateOf = (packet: Packet) => luckStateAt(packet, nowMs);
  return (
    packets.find((packet) => stateOf(packet) === 'open' && packet.mine === null) ??
    packets.find((packet) => stateOf(packet) === 'notOpen')
  );
}

function PacketRow({ packet }: { packet: Packet }): ReactNode {
  const t = useText();
  const isOpen = useLuckState(packet) === 'open';
  const { coverUrl, title, left, shares, opensAt } = packet;
  return (
    <Row
      to={packetPath(packet)}
      coverUrl={coverUrl}
      title={title}
      note={isOpen ? t('packet.left', { left, shares }) : <OpensIn at={opensAt} />}
      action={t(isOpen ? 'activity.grab' : 'activity.look')}
      isUrgent={isOpen}
    />
  );
}

/** Shows the time left within the last day, before that the date. */
function OpensIn({ at }: { at: string }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const atMs = Date.parse(at);
  const left = formatTimeLeft(atMs, useServerNow(atMs));
  return left === undefined ? t('activity.opensAt', { when: friendly(at) }) : t('activity.opensIn', { left });
}

function BoxRow({ box: { activityId, coverUrl, title, price, left } }: { box: BlindBox }): ReactNode {
  const t = useText();
  return (
    <Row
      to={`/box?activityId=${encodeURIComponent(activityId)}`}
      coverUrl={coverUrl}
      title={title}
      note={t('activity.boxNote', { points: price, left })}
      action={t('activity.openBox')}
    />
  );
}

type RowProps = { to: string; coverUrl: string; title: string; note: ReactNode; action: string; isUrgent?: boolean };

function Row({ to, coverUrl, title, note, action, isUrgent = false }: RowProps): ReactNode {
  return (
    <li>
      <Link href={to} className="choice-row press flex items-center gap-3.5 rounded-tile bg-bg p-3">
        <Cover src={coverUrl} width={64} height={64} className="size-16 shrink-0 rounded-control" />
        <span className="min-w-0 flex-1">
          <span className="block text-body font-bold">{title}</span>
          <span className="num block text-small font-semibold text-mute">{note}</span>
        </span>
        <span
          className={
            'inline-flex min-h-9 shrink-0 items-center rounded-full px-3 text-small font-bold ' +
            (isUrgent ? 'medal-1 text-medal' : 'bg-brand-soft text-brand')
          }
        >
          {action}
        </span>
      </Link>
    </li>
  );
}
