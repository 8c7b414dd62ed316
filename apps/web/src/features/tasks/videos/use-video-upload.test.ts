import { describe, expect, test, vi } from 'vitest';
import type { RunningUpload, UploadListener, VideoToSend } from './tus-upload.ts';
import { uploadInPreparation, createSpeedometer } from './use-video-upload.ts';

const video: VideoToSend = {
  file: new File(['clap'], 'clap.mp4', { type: 'video/mp4' }),
  accountId: 'fan',
  taskId: 'dance',
  title: 'Clap',
  chunkBytes: 4,
};

function prepareUpload() {
  const { promise, resolve, reject } = Promise.withResolvers<RunningUpload>();
  const prepared = { go: vi.fn<() => void>(), pause: vi.fn<() => void>() };
  const onRefused = vi.fn<(error: Error) => void>();
  const nothing = () => undefined;
  const listener: UploadListener = {
    onBegun: nothing,
    onProgress: nothing,
    onDone: nothing,
    onLost: nothing,
    onRefused,
  };
  return {
    upload: uploadInPreparation(video, listener, () => promise),
    prepared,
    onRefused,
    /** Ends the preparation, and runs everything that waits for it. */
    succeeds: async () => {
      resolve(prepared);
      await promise;
    },
    fails: async (reason: Error) => {
      reject(reason);
      await promise.catch(() => undefined);
    },
  };
}

describe('an upload that is still being prepared', () => {
  test('goes as soon as it is ready', async () => {
    const { upload, prepared, succeeds } = prepareUpload();
    upload.go();
    await succeeds();
    expect(prepared.go).toHaveBeenCalledOnce();
  });

  test('stays where it is when it was paused or given up meanwhile, and goes on when it is asked to', async () => {
    const { upload, prepared, succeeds } = prepareUpload();
    upload.go();
    upload.pause();
    await succeeds();
    expect(prepared.go).not.toHaveBeenCalled();
    upload.go();
    expect(prepared.go).toHaveBeenCalledOnce();
    upload.pause();
    expect(prepared.pause).toHaveBeenCalledOnce();
  });

  test('goes once when it was paused and taken up again meanwhile', async () => {
    const { upload, prepared, succeeds } = prepareUpload();
    upload.go();
    upload.pause();
    upload.go();
    await succeeds();
    expect(prepared.go).toHaveBeenCalledOnce();
  });

  test('tells that it cannot be prepared only to a fan who still wants it', async () => {
    const { upload, onRefused, fails } = prepareUpload();
    const failure = new Error('no such part of the app');
    upload.go();
    upload.pause();
    await fails(failure);
    expect(onRefused).not.toHaveBeenCalled();
    upload.go();
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(failure);
  });
});

test('an upload’s speed is known after a second, without what was there before', () => {
  const speed = createSpeedometer();
  expect(speed(5_000_000, 10_000)).toBeUndefined();
  expect(speed(5_100_000, 10_900)).toBeUndefined();
  expect(speed(5_500_000, 12_000)).toBe(250_000);
  expect(speed(5_500_000, 15_000)).toBe(100_000);
});
