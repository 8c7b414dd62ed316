import type { Contract, DataOf } from '@lightstick/contract';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { type PagedBy, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const limitsRoute = 'POST /task/api/v1/fanVideo/getVideoLimits';
const videosRoute = 'POST /task/api/v1/fanVideo/getMyVideos';
const withdrawRoute = 'POST /task/api/v1/fanVideo/withdraw';

export type VideoLimits = DataOf<Contract[typeof limitsRoute]>;
type MyVideosPage = DataOf<Contract[typeof videosRoute]>;
export type FanVideo = MyVideosPage['list'][number];
export type MyVideoPages = PagedBy<MyVideosPage>;

/** The polling interval for a video in checking. */
const checkingMs = 2_000;

/** The limits of videos, and the task to send one for. */
export function useVideoLimits(): UseQueryResult<VideoLimits> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.fanVideos, accountId, 'limits'],
    queryFn: ({ signal }) => call(limitsRoute, { body: {} }, { signal }),
    enabled: accountId !== undefined,
    meta: { shownInPlace: true },
  });
}

/** The fan's videos, newest first; polled while one of them is being checked. */
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
