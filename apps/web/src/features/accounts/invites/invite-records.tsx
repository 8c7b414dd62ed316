import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import type { Invite, InvitePages } from './use-invites.ts';

const looks: Readonly<Record<Invite['state'], { readonly text: MessageId; readonly tone: string }>> = {
  pending: { text: 'myInvites.pending', tone: 'text-warn' },
  rewarded: { text: 'myInvites.rewarded', tone: 'text-ok' },
  overLimit: { text: 'myInvites.overLimit', tone: 'text-mute' },
};

/** Who came by the fan's code, and what each has brought. */
export function InviteRecords({ pages }: { pages: InvitePages }): ReactNode {
  const t = useText();
  return (
    <InfiniteList
      label={t('myInvites.records')}
      pages={pages}
      errorText={t('myInvites.loadError')}
      empty={<Empty icon={GiftIcon} text={t('myInvites.nobody')} />}
      keyOf={({ joinedAt, avatarUrl }) => `${joinedAt} ${avatarUrl}`}
      renderRow={(invite) => <InviteRow invite={invite} />}
    />
  );
}

function InviteRow({ invite: { nickname, avatarUrl, joinedAt, state, points } }: { invite: Invite }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { text, tone } = looks[state];
  return (
    <RecordRow
      media={<Portrait src={avatarUrl} width={44} height={44} className="size-11 rounded-full" />}
      title={nickname}
      detail={friendly(joinedAt)}
      trailing={
        <>
          {state === 'overLimit' ? null : <p className={`num font-extrabold ${tone}`}>+{formatNumber(points)}</p>}
          <p className={`text-caption font-semibold ${tone}`}>{t(text)}</p>
        </>
      }
    />
  );
}
