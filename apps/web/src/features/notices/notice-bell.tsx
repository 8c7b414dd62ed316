import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';

// Not among the other icons, which home loads.
export const BellIcon = drawIcon(
  'M12 4.2a5.4 5.4 0 0 1 5.4 5.4c0 4.4 1.6 5.6 2.1 6.9h-15c.5-1.3 2.1-2.5 2.1-6.9A5.4 5.4 0 0 1 12 4.2zM10 ' +
    '19.3a2.1 2.1 0 0 0 4 0M12 2.8v1.4',
);

export const unreadKey = (accountId: string | undefined) => ['unreadNotices', accountId] as const;

/** Links to the fan's notifications, with how many are unread. */
export function NoticeBell({
  className = 'ml-auto h-11 rounded-full bg-black/30 px-3',
}: {
  className?: string;
}): ReactNode {
  const t = useText();
  const accountId = useAccountId();
  const { data } = useQuery({
    queryKey: unreadKey(accountId),
    queryFn: ({ signal }) => call('GET /wallet/api/v1/notice/getUnreadCount', {}, { signal }),
    enabled: accountId !== undefined,
    meta: { background: true },
  });
  const unread = data?.unread ?? 0;
  return (
    <Link
      href="/notifications"
      aria-label={t('notices.bell', { unread })}
      className={`press flex shrink-0 items-center gap-1 ${className}`}
    >
      <BellIcon size={22} />
      {unread > 0 ? (
        <span aria-hidden="true" className="num text-small font-extrabold">
          {unread > mostShown ? `${mostShown}+` : formatNumber(unread)}
        </span>
      ) : null}
    </Link>
  );
}

const mostShown = 99;
