import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { LiveIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { useMyVideos } from './use-fan-videos.ts';
import { VideoRow } from './video-row.tsx';

/** What became of the fan's videos, newest first. */
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
