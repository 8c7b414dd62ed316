import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { joinPath } from '#/lib/navigation.ts';
import { useAddressParameters } from '#/lib/query-parameters.ts';
import { useSession } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { type FollowChange, useChangeFollowing, useFollowedIdols } from './use-following.ts';

type FollowActionsProps = { idolId: string; name: string };

/** Lets a fan follow an idol, make her the main idol and stop; a visitor signs up first and comes back. */
export function FollowActions(idol: FollowActionsProps): ReactNode {
  const t = useText();
  const isFan = useSession() !== null;
  const [, navigate] = useLocation();
  const { pathWith } = useAddressParameters();
  if (isFan) return <FanActions {...idol} />;
  return (
    <Button variant="soft" className="w-full" onClick={() => navigate(joinPath(pathWith({})))}>
      <HeartIcon size={18} />
      {t('following.follow', { name: idol.name })}
    </Button>
  );
}

function FanActions({ idolId, name }: FollowActionsProps): ReactNode {
  const t = useText();
  const followed = useFollowedIdols();
  const change = useChangeFollowing();
  const isAt = (kind: FollowChange['kind']) => change.isPending && change.variables.kind === kind;
  const act = (next: FollowChange) => {
    if (!change.isPending) change.mutate(next);
  };
  if (followed.isPending) return <Skeleton className="h-11 rounded-full" />;
  const place = followed.data?.list.findIndex((one) => one.idolId === idolId) ?? -1;
  if (place === -1) {
    return (
      <Button
        variant="soft"
        className="w-full"
        busy={isAt('follow')}
        onClick={() => act({ kind: 'follow', idolId, asMain: false })}
      >
        <HeartIcon size={18} />
        {t('following.follow', { name })}
      </Button>
    );
  }
  const isMain = place === 0;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={isMain ? 'brand' : 'quiet'}>
          <span className="flex min-h-11 items-center gap-1.5 px-2 text-small">
            {isMain ? <HeartIcon size={18} filled /> : <CheckIcon size={18} />}
            {t(isMain ? 'votes.mine' : 'following.isFollowed')}
          </span>
        </Badge>
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
