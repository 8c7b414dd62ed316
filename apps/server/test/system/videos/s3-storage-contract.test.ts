import { describe } from 'vitest';
import { storageKeepsItsPromises } from '../../tasks/videos/storage-contract.suite.ts';
import { hasObjectStorage } from '../../world/object-storage/start-object-storage.ts';

describe.runIf(hasObjectStorage)('the storage of videos in S3', () => {
  storageKeepsItsPromises('s3');
});
