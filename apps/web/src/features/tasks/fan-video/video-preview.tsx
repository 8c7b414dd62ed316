import type { ReactNode } from 'react';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { formatFileSize } from '#/lib/format/format-file-size.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Skeleton } from '#/ui/skeleton.tsx';
import type { LocalVideo } from './use-local-video.ts';

/** A video of the fan's choice as it is, on the device: how it looks, how long and how large it is. */
export function VideoPreview({ video, onUnreadable }: { video: LocalVideo; onUnreadable: () => void }): ReactNode {
  const t = useText();
  const { url, durationSeconds, file } = video;
  return (
    <div className="enter space-y-3">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a fan's own video, fresh from the camera, has none. */}
      <video
        key={url}
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={t('fanVideo.preview', { name: file.name })}
        className="aspect-video w-full rounded-tile bg-black"
        onError={onUnreadable}
      />
      <p className="truncate text-small font-bold">{file.name}</p>
      <dl className="grid grid-cols-2 gap-2.5">
        <Fact label={t('fanVideo.length')}>
          {durationSeconds === undefined ? <Skeleton className="h-7 w-16 rounded-control" /> : null}
          {durationSeconds === 0 ? t('fanVideo.lengthUnknown') : null}
          {durationSeconds ? formatMinutesSeconds(Math.max(1, Math.round(durationSeconds))) : null}
        </Fact>
        <Fact label={t('fanVideo.size')}>{formatFileSize(file.size)}</Fact>
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="rounded-tile bg-bg p-3.5">
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="num mt-0.5 text-section font-extrabold">{children}</dd>
    </div>
  );
}
