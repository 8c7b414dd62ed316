import { createHash, randomUUID } from 'node:crypto';
import type { Log } from '#/log.ts';
import { StorageUnavailable } from '#/modules/tasks/videos/video-storage.ts';
import { keyOf } from './keys.rules.ts';
import { createS3Client, type S3Client, type S3Settings } from './s3-client.ts';

/** Tries every operation that the server needs on the bucket, and logs what fails. */
export async function probeBucket(settings: S3Settings, log: Log): Promise<void> {
  const { bucket, endpoint } = settings;
  const fault = await faultOf(createS3Client(settings, log));
  if (fault === undefined) return;
  log.error(
    { bucket, endpoint },
    `VIDEO_STORAGE: the bucket "${bucket}" at ${endpoint} ${fault}. Fan videos are refused with 503 until it can be used.`,
  );
}

/** Why the bucket cannot be used; undefined if it works, or did not answer, which is already logged. */
async function faultOf(client: S3Client): Promise<string | undefined> {
  try {
    return await otherwise(client);
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    if (!error.isRefusal) return undefined;
    return (
      `cannot be used with these keys (${error.message}): check S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, ` +
      'S3_SECRET_ACCESS_KEY and S3_PATH_STYLE, and what docs/operators.md says a key must be allowed to do'
    );
  }
}

/** How the bucket differs from what the server needs. Throws StorageUnavailable when an operation fails. */
async function otherwise(client: S3Client): Promise<string | undefined> {
  // Named as an unknown video, so that the hourly sweep deletes leftovers.
  const key = keyOf(randomUUID().replaceAll('-', ''), 'video');
  const body = Buffer.from('probe');
  await client.put(key, { body: new Blob([body]), sha256: createHash('sha256').update(body).digest('hex') });
  try {
    const listed = await Array.fromAsync(client.list(key));
    if (listed.length !== 1) return 'does not list an object that was just put into it';
    const stream = await client.get(key, { start: 2, end: 3 });
    const read = stream && Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Uint8Array>));
    return read?.toString() === 'ob' ? undefined : 'does not give out the part of an object that it was asked for';
  } finally {
    await client.remove(key);
  }
}
