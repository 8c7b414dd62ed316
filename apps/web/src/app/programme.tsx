import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { ownTimeZone, useZonedDates } from '#/lib/format/zoned-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { CloverIcon } from '#/ui/icons/more-icons.tsx';
import { LiveIcon, TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { type ActivityEntry, PacketIcon } from './activity-entries.ts';
import { daysFrom, type Programmed, type ProgrammeRow, programmeOf, type Slot } from './programme.ts';

/** An activity with what its bar says. */
export type ProgrammeEntry = Programmed & Pick<ActivityEntry, 'to'>;

const shownDays = 3;

const rows: Readonly<Record<ProgrammeRow, { readonly name: MessageId; readonly icon: IconComponent }>> = {
  votes: { name: 'activity.kind.votes', icon: TrophyIcon },
  live: { name: 'nav.live', icon: LiveIcon },
  packets: { name: 'activity.kind.packets', icon: PacketIcon },
  luck: { name: 'activity.programme.luck', icon: CloverIcon },
};

/** Shows what is on today and on the next two days, side by side in time. For wide screens, above the lists. */
export function Programme({ entries }: { entries: readonly ProgrammeEntry[] }): ReactNode {
  const t = useText();
  const nowMs = useServerMinute();
  const days = daysFrom(nowMs, shownDays);
  const { fromMs, untilMs, startsMs } = days;
  const shown = programmeOf(entries, days);
  const partOf = (atMs: number) => (atMs - fromMs) / (untilMs - fromMs);
  if (shown.size === 0) return null;
  return (
    <section aria-labelledby="programme" className="card enter">
      <h2 id="programme" className="sr-only">
        {t('activity.programme')}
      </h2>
      <div className="relative grid grid-cols-[6.5rem_minmax(0,1fr)]">
        <DayNames startsMs={startsMs} partOf={partOf} />
        {[...shown].map(([row, slots]) => (
          <Row key={row} row={row} slots={slots} nowMs={nowMs} />
        ))}
        <div aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-0 left-26">
          {startsMs.slice(1).map((atMs) => (
            <span key={atMs} className="absolute inset-y-0 w-px bg-line" style={{ left: percent(partOf(atMs)) }} />
          ))}
          <span className="absolute top-7 bottom-0 w-0.5 bg-brand" style={{ left: percent(partOf(nowMs)) }} />
        </div>
      </div>
    </section>
  );
}

const minuteMs = 60_000;

/** Returns the server's time, renewed every minute: the line moves, and the days turn at midnight. */
function useServerMinute(): number {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

const percent = (part: number): string => `${part * 100}%`;

type DayNamesProps = { startsMs: readonly number[]; partOf: (atMs: number) => number };

function DayNames({ startsMs, partOf }: DayNamesProps): ReactNode {
  const t = useText();
  const { format } = useZonedDates(ownTimeZone());
  return (
    <p className="relative col-start-2 h-8 text-small font-bold">
      {startsMs.map((atMs, day) => (
        <span key={atMs} className="absolute top-0 pl-2" style={{ left: percent(partOf(atMs)) }}>
          {day === 0 ? t('activity.programme.today') : format(new Date(atMs).toISOString(), 'tick')}
        </span>
      ))}
    </p>
  );
}

const lanePx = 40;

type RowProps = { row: ProgrammeRow; slots: readonly Slot<ProgrammeEntry>[]; nowMs: number };

function Row({ row, slots, nowMs }: RowProps): ReactNode {
  const t = useText();
  const { name, icon: Icon } = rows[row];
  const lanes = Math.max(...slots.map(({ lane }) => lane)) + 1;
  return (
    <>
      <h3 className="flex items-center gap-2 border-t border-line pr-2 text-small font-semibold text-mute">
        <Icon size={18} />
        {t(name)}
      </h3>
      <ul className="relative border-t border-line" style={{ height: lanes * lanePx + 8 }}>
        {slots.map((slot) => (
          <Bar key={slot.entry.to} row={row} slot={slot} isOn={Date.parse(slot.entry.opensAt) <= nowMs} />
        ))}
      </ul>
    </>
  );
}

/** How a bar looks while it is on; what comes is quiet in every row. */
const looks: Readonly<Record<ProgrammeRow, string>> = {
  votes: 'action text-white',
  live: 'bg-raise text-ink',
  packets: 'action text-white',
  luck: 'bg-linear-to-r from-(--stage-from) to-(--stage-to) text-white',
};

type BarProps = { row: ProgrammeRow; slot: Slot<ProgrammeEntry>; isOn: boolean };

function Bar({ row, slot: { entry, lane, span, isCut }, isOn }: BarProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { opensAt, closesAt, title, to } = entry;
  const always = closesAt === null ? t('activity.alwaysOn') : t('activity.openUntil', { when: friendly(closesAt) });
  const when = isOn ? always : t('activity.opensAt', { when: friendly(opensAt) });
  const isIcon = row === 'packets';
  const Icon = rows[row].icon;
  return (
    <li
      className="absolute z-10 h-8"
      style={{ top: lane * lanePx + 8, left: percent(span.from), width: percent(span.to - span.from) }}
    >
      <Link
        href={to}
        title={when}
        className={`press flex h-full items-center gap-2 px-3 text-caption font-bold ${
          isIcon ? 'mx-auto w-8 justify-center rounded-full p-0!' : ''
        } ${isOn ? looks[row] : 'bg-brand-soft text-brand'} ${isCut.before ? 'rounded-l-none' : 'rounded-l-full'} ${
          isCut.after ? 'rounded-r-none' : 'rounded-r-full'
        }`}
      >
        {isIcon ? <Icon size={16} /> : null}
        <span className={isIcon ? 'sr-only' : 'truncate'}>{title}</span>
      </Link>
    </li>
  );
}
