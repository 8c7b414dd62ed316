import type { Contract, DataOf, Language } from '@lightstick/contract';
import { localDateAt } from '#/calendar/local-date.ts';
import { listTasks, occurrencesAt, taskWindow } from '#/modules/tasks/index.ts';
import type { Services } from '#/services.ts';
import { countOfDay } from './fan-videos.store.ts';
import { isVideoTask } from './video-task.ts';
import { videoWitness } from './video-witness.ts';
import { chunkBytes, maxEdge, maxSeconds, minSeconds, mostPerDay } from './video.rules.ts';

type VideoLimits = DataOf<Contract['POST /task/api/v1/fanVideo/getVideoLimits']>;
type VideoTask = NonNullable<VideoLimits['task']>;

/** What a video may be, and the task that a fan can send one for: of several the first that is not done yet. */
export async function readVideoLimits(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { fanId, language, at }: { fanId: number; language: Language; at: Date },
): Promise<VideoLimits> {
  const timeZone = settings.platformTimeZone;
  const occurrences = occurrencesAt(at, timeZone);
  const tasks = (await listTasks(db, at)).filter((task) => isVideoTask(task) && taskWindow(task, at) === 'within');
  const heard = await videoWitness.testify(db, { fanId, tasks, occurrences, at });
  const shown = tasks.map((task): VideoTask => {
    const testimony = heard.get(task.taskId);
    const isSent = testimony?.progress !== undefined;
    return {
      taskId: task.taskId,
      title: task.title[language],
      reward: task.reward,
      state: testimony?.state === 'awarded' ? 'awarded' : isSent ? 'inReview' : 'available',
      ...(task.endsAt && { endsAt: task.endsAt.toISOString() }),
    };
  });
  const begunToday = await countOfDay(db, fanId, localDateAt(at, timeZone));
  return {
    task: shown.find(({ state }) => state === 'available') ?? shown[0] ?? null,
    maxBytes: settings.fanVideos.maxBytes,
    minSeconds,
    maxSeconds,
    maxEdge,
    leftToday: Math.max(0, mostPerDay - begunToday),
    chunkBytes,
  };
}
