export { hasCluster } from './folders.ts';
export { findEmbedded, startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './start-embedded.ts';
export {
  claimDataFolder,
  keepHistories,
  newestTimeline,
  ownLogFolder,
  prepareRestore,
  removeDataFolder,
  type RestoredCluster,
  serverLock,
  shareDataFolder,
} from './prepare-restore.ts';
