import { createHash, randomUUID } from 'node:crypto';
import type { Log } from '#/log.ts';
import { StorageUnavailable } from '#/modules/tasks/videos/video-storage.ts';
import { keyOf } from './keys.rules.ts';
import { createS3Client, type S3Client, type S3Settings } from './s3-client.ts';

/** Does once in the bucket all that the server will have to do there, and tells the log what it does not. */
export async function probeBucket(settings: S3Settings, log: Log): Promise<void> {
  const { bucket, endpoint } = settings;
  const fault = await faultOf(createS3Client(settings, log));
  if (fault === undefined) return;
  log.error(
    { bucket, endpoint },
    `VIDEO_STORAGE: the bucket "${bucket}" at ${endpoint} ${fault}. Fan videos are refused with 503 until it can be used.`,
  );
}

/** Why the bucket cannot be used; undefined for one that does as it should, and without an answer, which the log has already. */
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

/** What the bucket does otherwise than the server needs. Throws StorageAway where it does not do something at all. */
async function otherwise(client: S3Client): Promise<string | undefined> {
  // Named as the video of nobody, so that the hourly sweep removes it where it stays behind.
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
