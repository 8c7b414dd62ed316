import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatTimeLeft } from '#/lib/format/format-relative.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Cover } from '#/ui/cover.tsx';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';
import { type ActivityEntry, isUrgent, type EntryTime } from './activity-entries.ts';

/** Shows an activity in the timeline: its cover, what it is, what there is to get, and a link. */
export function ActivityCard({ entry }: { entry: ActivityEntry }): ReactNode {
  const t = useText();
  const { list, to, icon: Icon, title, name, coverUrl, note, action } = entry;
  return (
    <Link href={to} className="press enter flex gap-3.5 rounded-tile bg-surface p-3 shadow-card">
      {coverUrl === undefined ? (
        <span className="grid w-24 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
          <Icon size={28} />
        </span>
      ) : (
        <Cover src={coverUrl} width={96} height={128} className="h-32 w-24 shrink-0 rounded-control" />
      )}
      <span className="flex min-w-0 flex-1 flex-col justify-between gap-2">
        <span>
          <span className="flex items-center gap-1.5 text-caption font-bold text-brand">
            <Icon size={14} />
            {t(title ? name : 'activity.kind.votes')}
          </span>
          <span className="mt-0.5 block text-body font-bold">{title ?? t(name)}</span>
          {note ? <span className="num block text-small text-pretty text-mute">{note(t)}</span> : null}
        </span>
        <span className="flex">
          {isUrgent(entry) ? (
            <span
              className={`medal-1 inline-flex min-h-11 items-center rounded-full px-4 text-small font-bold text-medal`}
            >
              {t(action)}
            </span>
          ) : (
            <span className={`${buttonStyle(list === 'now' ? 'primary' : 'soft')} whitespace-normal!`}>
              {t(action)}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** Shows the same as a line, for what is over. It says when, unless the timeline beside it does. */
export function ActivityRow({ entry, saysWhen = false }: { entry: ActivityEntry; saysWhen?: boolean }): ReactNode {
  const t = useText();
  const { to, icon: Icon, title, name, note } = entry;
  return (
    <Link href={to} className="press flex items-center gap-3.5 rounded-tile bg-surface p-3.5">
      <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
        <Icon size={22} />
      </span>
      <span className="min-w-0 flex-1">
        {title ? <span className="block text-caption font-semibold text-mute">{t(name)}</span> : null}
        <span className="block text-body font-bold">{title ?? t(name)}</span>
        {note ? <span className="num block text-small text-pretty text-mute">{note(t)}</span> : null}
        {saysWhen ? (
          <span className="num block text-caption text-mute">
            <WhenText when={entry.when} />
          </span>
        ) : null}
      </span>
      <NextIcon size={20} className="text-mute" />
    </Link>
  );
}

/** Shows a date, and within the last day before it the time that is left. */
export function WhenText({ when }: { when: EntryTime }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  if (!('at' in when)) return t(when.id);
  const { id, at } = when;
  if (id === 'activity.opensAt')
    return <TimeLeft id="activity.opensIn" at={at} otherwise={t(id, { when: friendly(at) })} />;
  if (id === 'activity.openUntil')
    return <TimeLeft id="activity.endsIn" at={at} otherwise={t(id, { when: friendly(at) })} />;
  return t(id, { when: friendly(at) });
}

type TimeLeftProps = { id: 'activity.opensIn' | 'activity.endsIn'; at: string; otherwise: string };

function TimeLeft({ id, at, otherwise }: TimeLeftProps): ReactNode {
  const t = useText();
  const atMs = Date.parse(at);
  const nowMs = useServerNow(atMs);
  const left = nowMs < atMs ? formatTimeLeft(atMs, nowMs) : undefined;
  return left === undefined ? otherwise : t(id, { left });
}
