import { type ReactNode, useState } from 'react';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { formatFileSize } from '#/lib/format/format-file-size.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import type { UploadStage, VideoUpload } from './use-video-upload.ts';

type UnderWay = Extract<UploadStage, { readonly sentBytes: number }>;

type UploadProgressProps = { upload: VideoUpload; stage: UnderWay };

/** How far the upload is, how fast it goes, and the ways to pause it, go on and give it up. */
export function UploadProgress({ upload, stage }: UploadProgressProps): ReactNode {
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
