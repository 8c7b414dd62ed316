import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorName } from '@lightstick/contract';
import { expect } from 'vitest';
import type { Settings } from '#/config/settings.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { givenTask, type TaskOptions } from '../../world/given-task.ts';
import type { TestFan } from '../../world/given-fan.ts';
import type { ObjectStorage } from '../../world/object-storage/start-object-storage.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';
import { runJobs } from '../../world/sign-up.ts';
import { tusClient } from '../../world/tus-upload.ts';
import { createWorld, type WorldOptions } from '../../world/world.ts';

export type VideoStage = Awaited<ReturnType<typeof createVideoStage>>;

type StageOptions = WorldOptions & {
  /** The place of videos, if not in the folder. */
  readonly objects?: ObjectStorage;
};

/** Creates a server that listens, with a separate folder and a task that asks for a video. */
export async function createVideoStage(fanVideos?: Settings['fanVideos'], { objects, ...options }: StageOptions = {}) {
  const scratch = await createScratchFolder();
  const world = await createWorld({
    ...options,
    environment: { RATE_LIMIT_FACTOR: '1000', ...objects?.environment, ...options.environment },
    settings: { dataDir: scratch.path, ...(fanVideos && { fanVideos }), ...options.settings },
  });
  const tus = tusClient(await world.listen());
  const taskId = await givenVideoTask();

  function givenVideoTask(task: Omit<TaskOptions, 'typeId' | 'linkTypes' | 'dwellSeconds'> = {}) {
    return givenTask(world, { typeId: 76, linkTypes: [], dwellSeconds: 0, reward: 300, ...task });
  }
  const describeVideo = (more: Record<string, string> = {}) => ({
    taskId,
    title: 'My dance',
    filename: 'dance.webm',
    agreed: 'yes',
    ...more,
  });

  /** Begins an upload and returns its address. */
  async function beginUpload(fan: TestFan, size: number, more: Record<string, string> = {}): Promise<string> {
    const reply = await tus.begin(fan, size, describeVideo(more));
    const location = reply.headers.get('location');
    if (reply.status !== 201 || !location) throw new Error(`Nothing began: ${reply.status} ${await reply.text()}`);
    return location;
  }

  /** Uploads a whole file and inspects it; returns the id of its video. */
  async function uploadVideo(fan: TestFan, file: Uint8Array, more: Record<string, string> = {}): Promise<string> {
    const url = await beginUpload(fan, file.length, more);
    const reply = await tus.send(fan, url, 0, file);
    if (reply.status !== 204) throw new Error(`The file was not taken: ${reply.status} ${await reply.text()}`);
    await runJobs(world);
    return url.split('/').at(-1) ?? '';
  }

  return {
    world,
    tus,
    taskId,
    told: describeVideo,
    begun: beginUpload,
    uploaded: uploadVideo,
    givenVideoTask,
    /** Lists the remaining files, or the keys of objects, after the server's work. */
    async files(): Promise<string[]> {
      await runJobs(world);
      if (objects) return objects.keys();
      return (await readdir(join(scratch.path, 'fan-videos')).catch(() => [])).toSorted((one, other) =>
        one.localeCompare(other),
      );
    },
    async mine(fan: TestFan, language: 'en_US' | 'zh_TW' = 'en_US') {
      const reply = await world.call('POST /task/api/v1/fanVideo/getMyVideos', { fan, body: {}, language });
      return reply.data.list;
    },
    /** Makes a request of the protocol that is to be refused; fails unless it leaves every row and file as it was. */
    async refused(act: () => Promise<Response>) {
      const files = await this.files();
      const reply = await changesNothing(world, act);
      expect(await this.files()).toEqual(files);
      const { code, message } = (await reply.json()) as { code: number; message: string };
      return { status: reply.status, refusal: errorName(code), message };
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}
