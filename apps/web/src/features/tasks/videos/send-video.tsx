import { type ReactNode, useState } from 'react';
import { useVideoLimits, type VideoLimits } from './use-fan-videos.ts';
import { useVideoUpload, type UploadStage, type VideoUpload } from './use-video-upload.ts';
import { VideoForm } from './video-form.tsx';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { formatFileSize } from '#/lib/format/format-file-size.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { CheckIcon, LiveIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Lets the fan choose and send a video, if a task asks for one now. */
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

/** Says for which task the video is, what it brings, and what it may be. */
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

type UnderWay = Extract<UploadStage, { readonly sentBytes: number }>;

type UploadProgressProps = { upload: VideoUpload; stage: UnderWay };

/** Shows how far the upload is and how fast it goes, and lets the fan pause it, go on and cancel it. */
function UploadProgress({ upload, stage }: UploadProgressProps): ReactNode {
  const t = useText();
  const [isCancelling, setIsCancelling] = useState(false);
  const { kind, sentBytes } = stage;
  const { totalBytes, bytesPerSecond } = upload;
  const percent = totalBytes > 0 ? Math.floor((sentBytes / totalBytes) * 100) : 0;
  return (
    <div className="enter space-y-4">
      <div className="flex items-end justify-between gap-3">
        <p aria-live="polite" className="font-bold">
          {t(`fanVideo.upload.${kind}`)}
        </p>
        <p className="num text-screen leading-none font-extrabold">{percent}%</p>
      </div>
      <ProgressBar label={t('fanVideo.upload.progress')} done={sentBytes} total={totalBytes} />
      <p className="num flex flex-wrap justify-between gap-x-4 text-small text-mute">
        <span>{t('fanVideo.upload.of', { sent: formatFileSize(sentBytes), total: formatFileSize(totalBytes) })}</span>
        {kind === 'sending' && bytesPerSecond ? (
          <span>
            {t('fanVideo.upload.speed', {
              speed: formatFileSize(bytesPerSecond),
              left: formatMinutesSeconds(Math.ceil((totalBytes - sentBytes) / bytesPerSecond)),
            })}
          </span>
        ) : null}
      </p>
      <p className="text-small text-pretty text-mute">
        {t(kind === 'lost' ? 'fanVideo.upload.lostText' : 'fanVideo.upload.stay')}
      </p>
      {isCancelling ? (
        <div role="group" aria-label={t('fanVideo.upload.cancelSure')} className="space-y-2.5">
          <p className="text-small font-bold">{t('fanVideo.upload.cancelSure')}</p>
          <div className="grid grid-cols-2 gap-2.5">
            <Button variant="soft" onClick={() => setIsCancelling(false)}>
              {t('fanVideo.upload.keep')}
            </Button>
            <Button variant="quiet" onClick={upload.cancel}>
              {t('fanVideo.upload.cancelYes')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="grid grid-cols-2 gap-2.5">
          {kind === 'sending' ? (
            <Button variant="soft" onClick={upload.pause}>
              {t('fanVideo.upload.pause')}
            </Button>
          ) : (
            <Button onClick={upload.goOn}>{t('fanVideo.goOn')}</Button>
          )}
          <Button variant="quiet" onClick={() => setIsCancelling(true)}>
            {t('fanVideo.upload.cancel')}
          </Button>
        </div>
      )}
    </div>
  );
}
