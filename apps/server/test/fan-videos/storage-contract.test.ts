import { describe } from 'vitest';
import { storageKeepsItsPromises } from './storage-promises.ts';

describe('the storage of videos in a folder', () => storageKeepsItsPromises('folder'));
