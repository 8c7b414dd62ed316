import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { FanVideo } from './video.rules.ts';
import { videoColumns } from './videos.store.ts';

type ReviewedVideos = DataOf<Contract['GET /operator/api/v1/videos/list']>;
type ReviewedVideo = ReviewedVideos['list'][number];
type Row = FanVideo & {
  readonly accountId: string;
  readonly nickname: string;
  readonly taskTitle: Readonly<Record<Language, string>>;
};

/** A page of all videos in a state, the longest waiting first. */
export async function readReviewedVideos(
  db: Kysely<DB>,
  {
    state,
    pageNum,
    pageSize,
    language,
  }: { state: ReviewedVideo['state']; pageNum: number; pageSize: number; language: Language },
): Promise<ReviewedVideos> {
  const inState = db.selectFrom('fan_video').where('fan_video.state', '=', state);
  const { total } = await inState.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await inState
    .innerJoin('fan', 'fan.id', 'fan_video.fan_id')
    .innerJoin('task', 'task.id', 'fan_video.task_id')
    .select([...videoColumns, 'fan.account_id as accountId', 'fan.nickname', 'task.title as taskTitle'])
    .orderBy('fan_video.begun_at')
    .orderBy('fan_video.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .$castTo<Row>()
    .execute();
  const list = rows.map((video): ReviewedVideo => {
    const { container, durationMs, width, height } = video;
    return {
      videoId: video.id,
      accountId: video.accountId,
      nickname: video.nickname,
      taskId: video.taskId,
      taskTitle: video.taskTitle[language],
      title: video.title,
      state,
      begunAt: video.begunAt.toISOString(),
      sizeBytes: video.sizeBytes,
      ...(container !== null && { container }),
      ...(durationMs !== null && { durationMs }),
      ...(width !== null && { width }),
      ...(height !== null && { height }),
    };
  });
  return { list, total, pageNum, pageSize };
}
