export { hasCluster } from './folders.ts';
export { startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './start-embedded.ts';
export {
  claimDataFolder,
  keepHistories,
  newestTimeline,
  ownLogFolder,
  prepareRestore,
  removeDataFolder,
  type RestoredCluster,
} from './prepare-restore.ts';
