import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { VisitIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { AwardedNote, TaskNotice } from './task-notice.tsx';
import { claimErrorText, latestPostErrorText } from './task-error-text.ts';
import { TaskIcon } from './task-icon.tsx';
import type { TaskSheetProps, Task } from './task.ts';
import { useClaimTask } from './use-tasks.ts';

/** Leads through something to do at X: open it there, do it, come back, claim. */
export function SocialActionSheet({ task, onClose, onPaid }: TaskSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet title={task.title} subtitle={task.description} media={<TaskIcon task={task} />} docks onClose={onClose}>
      {(close) => (
        <div className="mt-5 space-y-4">
          <p className="num rounded-tile bg-raise p-3.5 text-small font-semibold">
            {t('socialAction.steps', { points: task.reward })}
          </p>
          {task.state === 'awarded' ? (
            <AwardedNote onDone={close} />
          ) : task.notice ? (
            <TaskNotice notice={task.notice} />
          ) : (
            <Steps
              task={task}
              onPaid={(points) => {
                close();
                onPaid(points);
              }}
            />
          )}
        </div>
      )}
    </Sheet>
  );
}

function Steps({ task, onPaid }: Pick<TaskSheetProps, 'task' | 'onPaid'>): ReactNode {
  const t = useText();
  const post = useLatestPost();
  const claim = useClaimTask(task, onPaid);
  if (post.isPending) {
    return (
      <LoadingRegion className="space-y-4">
        <Skeleton className="h-14 rounded-tile" />
        <Skeleton className="h-14 rounded-tile" />
      </LoadingRegion>
    );
  }
  if (!post.data) {
    return (
      <>
        <InlineAlert>{latestPostErrorText(post.error, t)}</InlineAlert>
        <Button variant="soft" size="large" busy={post.isFetching} onClick={() => void post.refetch()}>
          {t('common.retry')}
        </Button>
        <Link href="/my-accounts?next=%2Ftask" className={`w-full ${buttonStyle('quiet')}`}>
          {t('socialAction.toAccounts')}
        </Link>
      </>
    );
  }
  if (task.typeId !== 8 && post.data.tweetId === null) {
    return <p className="rounded-tile bg-raise p-3.5 text-body text-mute">{t('socialAction.noPost')}</p>;
  }
  return (
    <>
      <ActionLink task={task} post={post.data} />
      {claim.error ? <InlineAlert>{claimErrorText(claim.error, t)}</InlineAlert> : null}
      <SpendButton size="large" className="num" busy={claim.isPending} onClick={claim.claim}>
        {t('visit.claim', { points: task.reward })}
      </SpendButton>
    </>
  );
}

const words: Readonly<Record<number, MessageId>> = {
  8: 'socialAction.follow',
  9: 'socialAction.repost',
  10: 'socialAction.like',
};

/** Shows a real link, which pop-up blockers allow. */
function ActionLink({ task, post }: { task: Task; post: LatestPost }): ReactNode {
  const t = useText();
  return (
    <a
      href={task.typeId === 8 ? post.accountUrl : post.url}
      target="_blank"
      rel="noopener noreferrer"
      className="press flex min-h-14 items-center gap-3 rounded-tile border-2 border-line px-4 font-semibold"
    >
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {t(words[task.typeId] ?? 'socialAction.like', { name: post.accountName })}
        <span className="sr-only"> {t('visit.newWindow')}</span>
      </span>
      <span className="inline-flex items-center gap-1.5 text-small font-bold text-brand">
        {t('visit.open')}
        <VisitIcon size={18} />
      </span>
    </a>
  );
}

type LatestPost = DataOf<Contract['POST /task/api/v1/twitter/getLatestTweetId']>;

/** Loads the organiser's account and its latest post, as the fan's own account at X sees them. */
function useLatestPost(): UseQueryResult<LatestPost> {
  const accountId = useAccountId() ?? '';
  return useQuery({
    queryKey: [...queryKeys.latestPost, accountId],
    queryFn: ({ signal }) => call('POST /task/api/v1/twitter/getLatestTweetId', { body: { accountId } }, { signal }),
    enabled: accountId !== '',
    meta: { shownInPlace: true },
  });
}
