import { Upload } from '@tus/server';
import { expect, it } from 'vitest';
import { partKeyOf } from './parts.rules.ts';
import type { S3Client } from './s3-client.ts';
import { PartStore } from './s3-storage.ts';

const videoId = 'a'.repeat(32);
const find = () => Promise.resolve(new Upload({ id: videoId, size: 1_000_000, offset: 0 }));

/** Makes a store whose bucket has this number of one-byte parts of an upload. */
function storeOf(parts: number): PartStore {
  const list: S3Client['list'] = async function* () {
    for (let offset = 0; offset < parts; offset += 1) {
      yield { key: partKeyOf(videoId, { offset, length: 1 }), modified: new Date() };
    }
  };
  return new PartStore({ list } as S3Client, { find, dataDir: '/nowhere' });
}

it('An upload in a thousand pieces is given up, so that one upload cannot make others list millions.', async () => {
  expect((await storeOf(999).getUpload(videoId)).offset).toBe(999);
  await expect(storeOf(1000).getUpload(videoId)).rejects.toMatchObject({ status_code: 410 });
});
