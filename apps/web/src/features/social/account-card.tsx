import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState, useEffect, useEffectEvent } from 'react';
import { call } from '#/lib/api/call.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import {
  keepReturnPath,
  beginErrorText,
  unlinkErrorText,
  providerIcons,
  providerNames,
  type SocialProvider,
} from './social-link.ts';
import { showMediaInfo } from './use-media-info.ts';

type SocialMode = 'live' | 'sandbox' | 'off';

type AccountCardProps = {
  provider: SocialProvider;
  mode: SocialMode;
  /** The name of the linked account. */
  name: string | null;
  /** The path of the screen that is shown once an account is linked. */
  comeBackTo: string;
};

/** Shows one provider and the linked account, and lets the fan link or unlink one. */
export function AccountCard({ provider, mode, name, comeBackTo }: AccountCardProps): ReactNode {
  const t = useText();
  /** The account named in the dialog; kept after unlinking, so that the fan can read the result. */
  const [unlinking, setUnlinking] = useState<string | null>(null);
  const [hasUnlinked, setHasUnlinked] = useState(false);
  const heading = useArrivingFocus<HTMLHeadingElement>(hasUnlinked && name === null);
  const link = useLinkAccount(provider, comeBackTo);
  const site = providerNames[provider];
  const headingId = `account-${provider}`;
  return (
    <section aria-labelledby={headingId} className="card space-y-4">
      <div className="flex items-center gap-3.5">
        <ProviderSign provider={provider} lit={name !== null} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2">
            <h2 ref={heading} id={headingId} tabIndex={-1} className="text-title font-bold">
              {site}
            </h2>
            {mode === 'sandbox' ? <Badge tone="warn">{t('social.sandbox')}</Badge> : null}
          </div>
          <Name className={`block truncate text-body ${name === null ? 'text-mute' : 'font-bold'}`}>
            {name === null ? t('social.notLinked') : `@${name}`}
          </Name>
        </div>
        {name === null ? null : (
          <Button variant="soft" aria-label={t('social.unlinkOf', { site })} onClick={() => setUnlinking(name)}>
            {t('social.unlink')}
          </Button>
        )}
      </div>
      {name === null ? (
        <>
          <p className="text-small text-pretty text-mute">
            {mode === 'off' ? t('social.off', { site }) : t(`social.about.${provider}`)}
          </p>
          {link.error ? <InlineAlert>{beginErrorText(link.error, t)}</InlineAlert> : null}
          {mode === 'off' ? null : (
            <Button size="large" busy={link.isPending} onClick={() => link.mutate()}>
              {t('social.link', { site })}
            </Button>
          )}
        </>
      ) : null}
      {mode === 'sandbox' ? (
        <p className="text-caption text-pretty text-mute">{t('social.sandboxText', { site })}</p>
      ) : null}
      {unlinking === null ? null : (
        <UnlinkModal
          provider={provider}
          name={unlinking}
          onUnlinked={() => {
            setUnlinking(null);
            setHasUnlinked(true);
          }}
          onClose={() => setUnlinking(null)}
        />
      )}
    </section>
  );
}

/** Shows the sign of the site, in our colours once an account is linked. */
export function ProviderSign({ provider, lit }: { provider: SocialProvider; lit: boolean }): ReactNode {
  const Icon = providerIcons[provider];
  return (
    <span
      className={`grid size-12 shrink-0 place-content-center rounded-control ${lit ? 'action' : 'bg-raise text-mute'}`}
    >
      <Icon size={24} />
    </span>
  );
}

/** Unlinks an account; its name disappears with the answer. */
function useUnlinkAccount(provider: SocialProvider, onUnlinked: () => void) {
  const queryClient = useQueryClient();
  const accountId = useAccountId() ?? '';
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: () =>
      provider === 'twitter'
        ? call('POST /task/api/v1/twitter/unBindTwitter', { body: { accountId } })
        : call('POST /task/api/v1/discord/unBindDiscord', { body: { accountId } }),
    onSuccess: async (mediaInfo) => {
      await showMediaInfo(queryClient, accountId, mediaInfo);
      onUnlinked();
    },
    // A refusal means that the screen is outdated.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.mediaInfo }),
  });
}

type UnlinkModalProps = {
  provider: SocialProvider;
  name: string;
  /** The account is not linked any more. */
  onUnlinked: () => void;
  onClose: () => void;
};

/** Confirms unlinking and names its consequences. */
function UnlinkModal({ provider, name, onUnlinked, onClose }: UnlinkModalProps): ReactNode {
  const t = useText();
  const site = providerNames[provider];
  const unlink = useUnlinkAccount(provider, () => {
    showToast({ kind: 'success', title: t('social.unlinked', { site }) });
    onUnlinked();
  });
  const go = () =>
    unlink.mutate(undefined, {
      onError: (error) => {
        // It is already unlinked, so nothing is left to confirm.
        if (refusalReason(error) !== 'SOCIAL_NOT_BOUND') return;
        showToast({ kind: 'error', title: t('failure.title'), detail: unlinkErrorText(error, t) });
        onUnlinked();
      },
    });
  return (
    <Modal title={t('social.unlinkTitle', { name })} closable={!unlink.isPending} onClose={onClose}>
      {(close) => (
        <>
          <ul className="mt-3 list-disc space-y-1.5 pl-5 text-body text-pretty text-mute">
            <li>{t('social.unlinkTasks', { site })}</li>
            <li>{t('social.unlinkReward')}</li>
            <li>{t('social.unlinkWaiting', { site })}</li>
          </ul>
          {unlink.error ? (
            <div className="mt-4">
              <InlineAlert>{unlinkErrorText(unlink.error, t)}</InlineAlert>
            </div>
          ) : null}
          <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
            <Button variant="soft" size="large" disabled={unlink.isPending} onClick={close}>
              {t('social.keep')}
            </Button>
            <Button size="large" busy={unlink.isPending} onClick={go}>
              {t('social.unlink')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

/**
 * Goes to a provider's consent page in this view, because a host app may have no other; `comeBackTo` is the screen
 * after linking.
 */
function useLinkAccount(provider: SocialProvider, comeBackTo: string) {
  const accountId = useAccountId() ?? '';
  const link = useMutation({
    meta: { shownInPlace: true },
    mutationFn: () =>
      provider === 'twitter'
        ? call('POST /task/api/v1/twitter/requestTokenLink', { body: { accountId } })
        : call('POST /task/api/v1/discord/requestLoginLink', { body: { accountId } }),
    onSuccess: ({ url }) => {
      keepReturnPath(comeBackTo);
      location.assign(url);
      // The page is being left: the button stays busy until then.
      return new Promise<never>(() => undefined);
    },
  });
  // A browser that steps back may show the page as it was left, with the button still busy.
  const resetRestored = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted) link.reset();
  });
  useEffect(() => {
    const restore = (event: PageTransitionEvent) => resetRestored(event);
    addEventListener('pageshow', restore);
    return () => removeEventListener('pageshow', restore);
  }, []);
  return link;
}

export function AccountCardSkeletons(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      {['twitter', 'discord'].map((provider) => (
        <div key={provider} className="card space-y-4">
          <div className="flex items-center gap-3.5">
            <Skeleton className="size-12 rounded-control" />
            <div className="flex-1 space-y-1.5">
              <Skeleton className="h-5 w-24 rounded" />
              <Skeleton className="h-5 w-32 rounded" />
            </div>
          </div>
          <Skeleton className="h-10 rounded" />
          <Skeleton className="h-14 rounded-tile" />
        </div>
      ))}
    </LoadingRegion>
  );
}
