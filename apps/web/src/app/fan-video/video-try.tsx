import type { ReactNode } from 'react';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { formatFileSize } from '#/lib/format/format-file-size.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { type LocalVideo, useLocalVideo } from './use-local-video.ts';

/** Shows a video of the fan's choice as it is, on the device: how it looks, how long and how big it is. */
export function VideoTry(): ReactNode {
  const t = useText();
  const { video, problem, pick, reject, remove } = useLocalVideo();
  return (
    <section aria-labelledby="video-try" className="card">
      <SectionHeading id="video-try">{t('fanVideo.look')}</SectionHeading>
      <p className="text-small text-pretty text-mute">{t('fanVideo.lookText')}</p>
      <div className="mt-4 space-y-3">
        {problem ? (
          <InlineAlert>
            {t(problem.kind === 'notVideo' ? 'fanVideo.notVideo' : 'fanVideo.unreadable', { name: problem.name })}
          </InlineAlert>
        ) : null}
        {video ? <Preview video={video} onUnreadable={reject} /> : null}
        <VideoPick label={t(video ? 'fanVideo.pickOther' : 'fanVideo.pick')} isMain={!video} onPick={pick} />
        {video ? (
          <Button variant="quiet" className="w-full" onClick={remove}>
            {t('fanVideo.remove')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

type VideoPickProps = { label: string; isMain: boolean; onPick: (file: File) => void };

/** The phone's own way to pick a video, as a button. */
function VideoPick({ label, isMain, onPick }: VideoPickProps): ReactNode {
  return (
    <label
      className={`${buttonStyle(isMain ? 'primary' : 'soft', 'large')} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand`}
    >
      {label}
      <input
        type="file"
        accept="video/*"
        className="sr-only"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onPick(file);
          // Picking the same file again is a choice too, which the browser would not tell otherwise.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

function Preview({ video, onUnreadable }: { video: LocalVideo; onUnreadable: () => void }): ReactNode {
  const t = useText();
  const { name, url, sizeBytes, durationSeconds } = video;
  return (
    <div className="enter space-y-3">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a fan's own video, fresh from the camera, has none. */}
      <video
        key={url}
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={t('fanVideo.preview', { name })}
        className="aspect-video w-full rounded-tile bg-black"
        onError={onUnreadable}
      />
      <p className="truncate text-small font-bold">{name}</p>
      <dl className="grid grid-cols-2 gap-2.5">
        <Fact label={t('fanVideo.length')}>
          {durationSeconds === undefined ? <Skeleton className="h-7 w-16 rounded-control" /> : null}
          {durationSeconds === 0 ? t('fanVideo.lengthUnknown') : null}
          {durationSeconds ? formatMinutesSeconds(Math.max(1, Math.round(durationSeconds))) : null}
        </Fact>
        <Fact label={t('fanVideo.size')}>{formatFileSize(sizeBytes)}</Fact>
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
