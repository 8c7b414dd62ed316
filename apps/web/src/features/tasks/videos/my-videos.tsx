import { type ReactNode, useState } from 'react';
import { useMyVideos, type FanVideo, useWithdrawVideo } from './use-fan-videos.ts';
import { withdrawErrorText } from '../task-error-text.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatFileSize } from '#/lib/format/format-file-size.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { LiveIcon } from '#/ui/icons/shell-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';

/** Shows what became of the fan's videos, newest first. */
export function MyVideos(): ReactNode {
  const t = useText();
  return (
    <InfiniteList
      label={t('fanVideo.mine')}
      pages={useMyVideos()}
      errorText={t('fanVideo.mineError')}
      empty={<Empty icon={LiveIcon} text={t('fanVideo.mineNone')} />}
      more="on-press"
      keyOf={({ videoId }) => videoId}
      renderRow={(video) => <VideoRow video={video} />}
    />
  );
}

type VideoLook = { readonly text: MessageId; readonly tone: 'brand' | 'ok' | 'warn' | 'quiet' };

const looks: Readonly<Record<FanVideo['state'], VideoLook>> = {
  uploading: { text: 'fanVideo.state.uploading', tone: 'quiet' },
  checking: { text: 'fanVideo.state.checking', tone: 'quiet' },
  inReview: { text: 'fanVideo.state.inReview', tone: 'warn' },
  accepted: { text: 'fanVideo.state.accepted', tone: 'ok' },
  refused: { text: 'fanVideo.state.refused', tone: 'brand' },
};

/** Shows one of the fan's videos: its title, its state, the reason of a refusal, and the button to withdraw it. */
function VideoRow({ video }: { video: FanVideo }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [isPlaying, setIsPlaying] = useState(false);
  const { title, state, begunAt, points, refusal, videoUrl, receivedBytes, sizeBytes } = video;
  const { text, tone } = looks[state];
  return (
    <article className="space-y-2.5 py-3.5">
      <div className="flex gap-3">
        <Poster video={video} />
        <div className="min-w-0 flex-1">
          <div className="flex items-start justify-between gap-2">
            <h3 className="line-clamp-2 min-w-0 leading-snug font-bold">{title}</h3>
            <Badge tone={tone}>{t(text)}</Badge>
          </div>
          <p dir="auto" className="truncate text-caption text-mute">
            {video.taskTitle}
          </p>
          <p className="num text-caption text-mute">{friendly(begunAt)}</p>
          {points === undefined ? null : <p className="num font-extrabold text-ok">+{formatNumber(points)}</p>}
        </div>
      </div>
      {state === 'uploading' ? (
        <p className="text-small text-pretty text-mute">
          {receivedBytes === undefined
            ? t('fanVideo.resumeSoonHint', { name: video.fileName })
            : t('fanVideo.resumeHint', {
                name: video.fileName,
                part: `${Math.floor((receivedBytes / sizeBytes) * 100)}%`,
                size: formatFileSize(sizeBytes),
              })}
        </p>
      ) : null}
      {refusal === undefined ? null : (
        <p className="rounded-tile bg-brand-soft p-3 text-small font-semibold text-pretty text-brand">{refusal}</p>
      )}
      {isPlaying && videoUrl !== undefined ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a fan's own video has none.
        <video
          src={videoUrl}
          controls
          autoPlay
          playsInline
          aria-label={t('fanVideo.preview', { name: title })}
          className="aspect-video w-full rounded-tile bg-black"
        />
      ) : null}
      <Actions video={video} onPlay={videoUrl === undefined || isPlaying ? undefined : () => setIsPlaying(true)} />
    </article>
  );
}

function Poster({ video: { posterUrl } }: { video: FanVideo }): ReactNode {
  if (posterUrl === undefined) {
    return (
      <span className="grid h-15 w-24 shrink-0 place-content-center rounded-control bg-raise text-mute">
        <LiveIcon size={24} />
      </span>
    );
  }
  return (
    <img
      src={posterUrl}
      alt=""
      width={96}
      height={60}
      className="h-15 w-24 shrink-0 rounded-control bg-black object-cover"
    />
  );
}

function Actions({ video, onPlay }: { video: FanVideo; onPlay: (() => void) | undefined }): ReactNode {
  const t = useText();
  const [isSure, setIsSure] = useState(false);
  const { mutate, isPending, error } = useWithdrawVideo();
  const { title, videoId } = video;
  return (
    <>
      {error ? <InlineAlert>{withdrawErrorText(error, t)}</InlineAlert> : null}
      <div className="flex flex-wrap gap-2">
        {onPlay ? (
          <Button variant="soft" onClick={onPlay} aria-label={t('fanVideo.watchTitle', { title })}>
            {t('fanVideo.watch')}
          </Button>
        ) : null}
        {isSure ? (
          <>
            <Button busy={isPending} onClick={() => mutate(videoId)}>
              {t('fanVideo.withdrawYes')}
            </Button>
            <Button variant="quiet" onClick={() => setIsSure(false)}>
              {t('fanVideo.upload.keep')}
            </Button>
          </>
        ) : (
          <Button variant="quiet" onClick={() => setIsSure(true)} aria-label={t('fanVideo.withdrawTitle', { title })}>
            {t('fanVideo.withdraw')}
          </Button>
        )}
      </div>
    </>
  );
}
