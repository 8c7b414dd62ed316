import type { Contract, DataOf } from '@lightstick/contract';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#/lib/api/call.ts';
import { rowsOf } from '#/lib/paging/page.ts';
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

/** The fan's videos, newest first; asked for again while one of them is being checked. */
export function useMyVideos(): MyVideoPages {
  const accountId = useAccountId();
  const pages = usePagedList<MyVideosPage>({
    queryKey: [...queryKeys.fanVideos, accountId, 'mine'],
    fetchPage: (body, signal) => call(videosRoute, { body }, { signal }),
    enabled: accountId !== undefined,
  });
  const { refetch } = pages;
  const isChecking = rowsOf(pages.data?.pages ?? [], ({ videoId }) => videoId).some(
    ({ state }) => state === 'checking',
  );
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(() => void refetch(), checkingMs);
    return () => clearInterval(timer);
  }, [isChecking, refetch]);
  return pages;
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
