import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { ShareIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { useProfile } from '../use-profile.ts';
import { inviteLink } from './invite-link.ts';

/** The fan's code and link, to be copied or passed on. */
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
        // Whoever closes the device's sheet has chosen not to share.
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
