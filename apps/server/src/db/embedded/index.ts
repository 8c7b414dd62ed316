export { hasCluster } from './init-cluster.ts';
export { startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './start-embedded.ts';
