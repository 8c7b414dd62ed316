import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type FollowedIdols, followedIdolsKey, useFollowedIdols } from '#/features/elections/followed-idols.ts';
import { call } from '#/lib/api/call.ts';
import { text, useText } from '#/lib/i18n/use-text.ts';
import { joinPath } from '#/lib/navigation.ts';
import { useAddressParameters } from '#/lib/query-parameters.ts';
import { useAccountId, useSession } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

type FollowActionsProps = { idolId: string; name: string };

/** Lets a fan follow an idol, make her the main idol and stop; a visitor signs up first and comes back. */
export function FollowActions(idol: FollowActionsProps): ReactNode {
  const isFan = useSession() !== null;
  const [, navigate] = useLocation();
  const { pathWith } = useAddressParameters();
  if (isFan) return <FanActions {...idol} />;
  return <FollowButton name={idol.name} onPress={() => navigate(joinPath(pathWith({})))} />;
}

function FanActions({ idolId, name }: FollowActionsProps): ReactNode {
  const t = useText();
  const followed = useFollowedIdols();
  const change = useChangeFollowing();
  const place = followed.data?.list.findIndex((one) => one.idolId === idolId) ?? -1;
  // What a press leads to takes its focus, because the pressed button is gone.
  const [hasPressed, setPressed] = useState(false);
  const isAt = (kind: FollowChange['kind']) => change.isPending && change.variables.kind === kind;
  const act = (next: FollowChange) => {
    if (change.isPending) return;
    setPressed(true);
    change.mutate(next);
  };
  if (followed.isPending) return <Skeleton className="h-11 rounded-full" />;
  if (place === -1) {
    return (
      <FollowButton
        name={name}
        busy={isAt('follow')}
        takesFocus={hasPressed}
        onPress={() => act({ kind: 'follow', idolId, asMain: false })}
      />
    );
  }
  const isMain = place === 0;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <FollowStatus key={place} isMain={isMain} takesFocus={hasPressed} />
        <Button variant="quiet" busy={isAt('unfollow')} onClick={() => act({ kind: 'unfollow', idolId })}>
          {t('following.stop')}
        </Button>
      </div>
      {isMain ? null : (
        <Button
          variant="soft"
          className="w-full"
          busy={isAt('follow')}
          onClick={() => act({ kind: 'follow', idolId, asMain: true })}
        >
          <HeartIcon size={18} />
          {t('following.makeMain')}
        </Button>
      )}
    </>
  );
}

type FollowButtonProps = { name: string; busy?: boolean; takesFocus?: boolean; onPress: () => void };

function FollowButton({ name, busy = false, takesFocus = false, onPress }: FollowButtonProps): ReactNode {
  const t = useText();
  const button = useArrivingFocus<HTMLButtonElement>(takesFocus);
  return (
    <Button ref={button} variant="soft" className="w-full" busy={busy} onClick={onPress}>
      <HeartIcon size={18} />
      {t('following.follow', { name })}
    </Button>
  );
}

/** Says what she is to the fan, also to a screen reader after the press that led to it. */
function FollowStatus({ isMain, takesFocus }: { isMain: boolean; takesFocus: boolean }): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLSpanElement>(takesFocus);
  return (
    <span
      ref={status}
      tabIndex={-1}
      className={
        'inline-flex min-h-11 items-center gap-1.5 rounded-full px-4 text-small font-bold ' +
        (isMain ? 'bg-brand-soft text-brand' : 'bg-raise text-mute')
      }
    >
      {isMain ? <HeartIcon size={18} filled /> : <CheckIcon size={18} />}
      {t(isMain ? 'votes.mine' : 'following.isFollowed')}
    </span>
  );
}

type FollowChange =
  | { readonly kind: 'follow'; readonly idolId: string; readonly asMain: boolean }
  | { readonly kind: 'unfollow'; readonly idolId: string };

/** Changes the followed idols, with a toast when the main one changes or the server refuses. */
function useChangeFollowing() {
  const queryClient = useQueryClient();
  const key = followedIdolsKey(useAccountId());
  return useMutation({
    mutationFn: (change: FollowChange) =>
      change.kind === 'follow'
        ? call('POST /activity/api/v1/following/follow', { body: { idolId: change.idolId, asMain: change.asMain } })
        : call('POST /activity/api/v1/following/unfollow', { body: { idolId: change.idolId } }),
    onSuccess: async (followed) => {
      // A reading that began before would bring the old list back.
      await queryClient.cancelQueries({ queryKey: key });
      const before = queryClient.getQueryData<FollowedIdols>(key)?.list[0];
      queryClient.setQueryData<FollowedIdols>(key, followed);
      const [main] = followed.list;
      if (main && main.idolId !== before?.idolId) {
        showToast({ kind: 'success', title: text('following.mainNow', { name: main.name }) });
      }
    },
  });
}
