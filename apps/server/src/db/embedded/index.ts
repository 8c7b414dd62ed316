export { hasCluster } from './folders.ts';
export { startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './start-embedded.ts';
