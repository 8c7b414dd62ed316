import type { ReactNode } from 'react';
import {
  inviteLink,
  type InviteFigures as Figures,
  type InvitePages,
  type Invite,
  useProfile,
} from '../use-account.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { ShareIcon, GiftIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

/** Shows the fan's code and link, to be copied or passed on. */
export function InviteCard(): ReactNode {
  const t = useText();
  const profile = useProfile();
  const fanCode = profile.data?.fanCode;
  if (fanCode) return <CodeAndLink fanCode={fanCode} />;
  if (profile.error) {
    return (
      <LoadError
        text={t('myInvites.codeError')}
        error={profile.error}
        retrying={profile.isFetching}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  return (
    <LoadingRegion className="space-y-3">
      <Skeleton className="h-24 rounded-tile" />
      <Skeleton className="h-14 rounded-tile" />
    </LoadingRegion>
  );
}

function CodeAndLink({ fanCode }: { fanCode: string }): ReactNode {
  const t = useText();
  const link = inviteLink(fanCode);
  return (
    <div className="space-y-3">
      <div className="rounded-tile border-2 border-dashed border-line bg-bg p-4 text-center">
        <p className="text-caption font-semibold text-mute">{t('account.fanCode')}</p>
        <p className="num mt-1 text-screen font-extrabold tracking-[0.12em] text-brand">{fanCode}</p>
        <p className="mt-2 text-caption break-all text-mute">{link}</p>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2.5">
        <CopyButton text={link} label={t('myInvites.copyLink')} className="min-h-14!" />
        {typeof navigator.share === 'function' ? <ShareButton link={link} /> : null}
      </div>
    </div>
  );
}

function ShareButton({ link }: { link: string }): ReactNode {
  const t = useText();
  const share = () => {
    navigator
      .share({ title: t('myInvites.shareTitle'), text: t('myInvites.shareText'), url: link })
      .catch((error: unknown) => {
        // Closing the device's share sheet means not to share.
        if (error instanceof DOMException && error.name === 'AbortError') return;
        showToast({ kind: 'warning', title: t('myInvites.shareFailed') });
      });
  };
  return (
    <Button className="min-h-14!" onClick={share}>
      <ShareIcon size={18} />
      {t('myInvites.share')}
    </Button>
  );
}

/** Shows invited friends and Points so far, and whether rewards are left. */
export function InviteFigures({ pages }: { pages: InvitePages }): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = pages;
  const figures = data?.pages[0];
  if (!figures) {
    if (error)
      return (
        <LoadError text={t('myInvites.loadError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      );
    return (
      <LoadingRegion>
        <Skeleton className="h-24 rounded-tile" />
      </LoadingRegion>
    );
  }
  return (
    <>
      <dl className="grid grid-cols-3 gap-2.5">
        <Figure label={t('myInvites.friends')} value={figures.totals.invited} />
        <Figure label={t('myInvites.earned')} value={figures.totals.rewardedPoints} />
        <Figure label={t('myInvites.onTheWay')} value={figures.totals.pendingPoints} />
      </dl>
      <p className="mt-3 text-small text-pretty text-mute">{limitText(figures, t)}</p>
    </>
  );
}

function limitText({ totals, terms }: Figures, t: ReturnType<typeof useText>): string {
  const { points, mostRewarded } = terms;
  if (mostRewarded === 0) return t('myInvites.noRewards');
  const left = mostRewarded - totals.rewarded;
  if (left <= 0) return t('myInvites.limitReached', { limit: mostRewarded });
  return t('myInvites.limit', { points, limit: mostRewarded, left });
}

function Figure({ label, value }: { label: string; value: number }): ReactNode {
  return (
    <div className="flex flex-col-reverse justify-end rounded-tile bg-bg p-3 text-center">
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="text-section font-extrabold">
        <RollingNumber value={value} />
      </dd>
    </div>
  );
}

const looks: Readonly<Record<Invite['state'], { readonly text: MessageId; readonly tone: string }>> = {
  pending: { text: 'myInvites.pending', tone: 'text-warn' },
  rewarded: { text: 'myInvites.rewarded', tone: 'text-ok' },
  overLimit: { text: 'myInvites.overLimit', tone: 'text-mute' },
};

/** Lists who came by the fan's code, and what each has brought. */
export function InviteRecords({ pages }: { pages: InvitePages }): ReactNode {
  const t = useText();
  return (
    <InfiniteList
      label={t('myInvites.records')}
      pages={pages}
      errorText={t('myInvites.loadError')}
      empty={<Empty icon={GiftIcon} text={t('myInvites.empty')} />}
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
      title={<Name>{nickname}</Name>}
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
