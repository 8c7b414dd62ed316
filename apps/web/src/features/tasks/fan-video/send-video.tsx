import type { ReactNode } from 'react';
import { formatFileSize } from '#/lib/format/format-file-size.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { LiveIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useVideoLimits, type VideoLimits } from './use-fan-videos.ts';
import { useVideoUpload } from './use-video-upload.ts';
import { UploadProgress } from './upload-progress.tsx';
import { VideoForm } from './video-form.tsx';

/** Where a video is chosen and sent, if a task asks for one now. */
export function SendVideo(): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useVideoLimits();
  if (data) return <Sending limits={data} />;
  if (error) {
    return (
      <LoadError text={t('fanVideo.loadError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  return (
    <div aria-hidden="true" className="space-y-3">
      <Skeleton className="h-5 w-3/4 rounded-control" />
      <Skeleton className="h-20 w-full rounded-tile" />
      <Skeleton className="h-13 w-full rounded-control" />
    </div>
  );
}

function Sending({ limits }: { limits: VideoLimits }): ReactNode {
  const t = useText();
  const upload = useVideoUpload();
  const { stage } = upload;
  if (stage.kind === 'sent') return <Sent onAgain={upload.reset} canSendAgain={limits.leftToday > 0} />;
  const { task } = limits;
  if (!task) return <Empty icon={LiveIcon} text={t('fanVideo.noTask')} />;
  const isUnderWay = stage.kind === 'sending' || stage.kind === 'paused' || stage.kind === 'lost';
  return (
    <>
      <TaskLine task={task} limits={limits} />
      {/* The form stays while its video is sent, so that its preview does not come loose from the file. */}
      <div hidden={isUnderWay}>
        {task.state === 'awarded' ? null : <VideoForm limits={limits} taskId={task.taskId} upload={upload} />}
      </div>
      {isUnderWay ? <UploadProgress upload={upload} stage={stage} /> : null}
    </>
  );
}

type TaskLineProps = { task: NonNullable<VideoLimits['task']>; limits: VideoLimits };

/** For which task the video is, what it brings, and what it may be. */
function TaskLine({ task, limits }: TaskLineProps): ReactNode {
  const t = useText();
  const { minSeconds, maxSeconds, maxBytes } = limits;
  return (
    <div className="mb-4 rounded-tile bg-bg p-3.5">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-bold">{task.title}</p>
        <p className="num shrink-0 font-extrabold text-brand">+{formatNumber(task.reward)}</p>
      </div>
      <p className="mt-1 text-small text-pretty text-mute">
        {t('fanVideo.limits', { min: minSeconds, max: maxSeconds, size: formatFileSize(maxBytes) })}
      </p>
      {task.state === 'available' ? null : (
        <p className="mt-2 flex items-center gap-1.5 text-small font-bold text-ok">
          <CheckIcon size={16} />
          {t(task.state === 'awarded' ? 'fanVideo.task.awarded' : 'fanVideo.task.inReview')}
        </p>
      )}
    </div>
  );
}

function Sent({ onAgain, canSendAgain }: { onAgain: () => void; canSendAgain: boolean }): ReactNode {
  const t = useText();
  return (
    <div role="status" className="enter flex flex-col items-center gap-3 py-4 text-center">
      <span className="grid size-16 place-content-center rounded-full bg-ok-soft text-ok">
        <CheckIcon size={30} />
      </span>
      <p className="text-section font-extrabold">{t('fanVideo.sent')}</p>
      <p className="max-w-72 text-body text-balance text-mute">{t('fanVideo.sentText')}</p>
      {canSendAgain ? (
        <Button variant="soft" onClick={onAgain}>
          {t('fanVideo.again')}
        </Button>
      ) : null}
    </div>
  );
}
