import type { Contract, DataOf } from '@lightstick/contract';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { formatFileSize } from '#/lib/format/format-file-size.ts';
import type { MessageValues } from '#/lib/i18n/compose-message.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { videoDurationSeconds } from '#/lib/media/video-duration.ts';
import { type PagedBy, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const limitsRoute = 'POST /task/api/v1/fanVideo/getVideoLimits';
const videosRoute = 'POST /task/api/v1/fanVideo/getMyVideos';
const withdrawRoute = 'POST /task/api/v1/fanVideo/withdraw';

export type VideoLimits = DataOf<Contract[typeof limitsRoute]>;
type MyVideosPage = DataOf<Contract[typeof videosRoute]>;
export type FanVideo = MyVideosPage['list'][number];
type MyVideoPages = PagedBy<MyVideosPage>;

/** The polling interval for a video in checking. */
const checkingMs = 2_000;

/** Loads the limits of videos, and the task to send one for. */
export function useVideoLimits(): UseQueryResult<VideoLimits> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.fanVideos, accountId, 'limits'],
    queryFn: ({ signal }) => call(limitsRoute, { body: {} }, { signal }),
    enabled: accountId !== undefined,
    meta: { shownInPlace: true },
  });
}

/** Loads the fan's videos, newest first; polled while one of them is being checked. */
export function useMyVideos(): MyVideoPages {
  const accountId = useAccountId();
  return usePagedList<MyVideosPage>({
    queryKey: [...queryKeys.fanVideos, accountId, 'mine'],
    order: 'newestFirst',
    fetchPage: (body, signal) => call(videosRoute, { body }, { signal }),
    enabled: accountId !== undefined,
    refetchInterval: (pages) => (pages.some(hasVideoInChecking) ? checkingMs : false),
  });
}

function hasVideoInChecking({ list }: MyVideosPage): boolean {
  return list.some(({ state }) => state === 'checking');
}

/** Invalidates all queries that depend on a fan's video. */
export function useRefreshVideos(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.fanVideos });
    void client.invalidateQueries({ queryKey: queryKeys.tasks });
  };
}

/** Takes a video away for good. */
export function useWithdrawVideo() {
  const refresh = useRefreshVideos();
  return useMutation({
    mutationFn: (videoId: string) => call(withdrawRoute, { body: { videoId } }),
    meta: { shownInPlace: true },
    onSettled: refresh,
  });
}

/** A video in the browser's own hands: nothing of it has left the device. */
export type LocalVideo = {
  readonly file: File;
  /** An address that only this page knows. */
  readonly url: string;
  /** Undefined until it is known, 0 where the browser cannot tell. */
  readonly durationSeconds: number | undefined;
};

/** The reason why a picked file cannot be sent. */
type VideoProblem = { readonly text: MessageId; readonly values: MessageValues };

type LocalVideoChoice = {
  readonly video: LocalVideo | null;
  readonly problem: VideoProblem | null;
  readonly pick: (file: File) => void;
  /** The player calls it when the browser cannot play the video. */
  readonly reject: () => void;
  readonly remove: () => void;
};

/** Returns the picked video, its real length, and its problem by the limits. */
export function useLocalVideo(limits: VideoLimits): LocalVideoChoice {
  const [video, setVideo] = useState<LocalVideo | null>(null);
  const [problem, setProblem] = useState<VideoProblem | null>(null);
  const url = video?.url;

  useEffect(() => {
    if (url === undefined) return undefined;
    let isShown = true;
    void videoDurationSeconds(url).then((durationSeconds) => {
      if (isShown) setVideo((shown) => shown && { ...shown, durationSeconds });
    });
    return () => {
      isShown = false;
      URL.revokeObjectURL(url);
    };
  }, [url]);

  return {
    video,
    problem: problem ?? lengthProblem(video, limits),
    pick: (file) => {
      const found = fileProblem(file, limits);
      setProblem(found);
      setVideo(found ? null : { file, url: URL.createObjectURL(file), durationSeconds: undefined });
    },
    reject: () => {
      if (video) setProblem({ text: 'fanVideo.unreadable', values: { name: video.file.name } });
      setVideo(null);
    },
    remove: () => {
      setVideo(null);
      setProblem(null);
    },
  };
}

function fileProblem({ name, type, size }: File, { maxBytes }: VideoLimits): VideoProblem | null {
  if (!type.startsWith('video/')) return { text: 'fanVideo.notVideo', values: { name } };
  if (size <= maxBytes) return null;
  return { text: 'fanVideo.tooLarge', values: { size: formatFileSize(size), most: formatFileSize(maxBytes) } };
}

/** Checks the length as far as the browser can measure it; the server measures the rest. */
function lengthProblem(video: LocalVideo | null, { minSeconds, maxSeconds }: VideoLimits): VideoProblem | null {
  const seconds = video?.durationSeconds;
  if (!seconds || (seconds >= minSeconds - 0.5 && seconds <= maxSeconds + 0.5)) return null;
  return { text: 'fanVideo.wrongLength', values: { min: minSeconds, max: maxSeconds } };
}
