import { describe } from 'vitest';
import { storageKeepsItsPromises } from './storage-contract.suite.ts';

describe('the storage of videos in a folder', () => {
  storageKeepsItsPromises('folder');
});
