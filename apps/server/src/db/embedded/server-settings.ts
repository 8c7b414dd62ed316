/**
 * PostgreSQL's settings for the embedded server, each a name of postgresql.conf. They are given on the command line,
 * so that a new release brings new ones to an old cluster.
 */
export type ServerSettings = Readonly<Record<string, string | number>>;

const settings: ServerSettings = {
  listen_addresses: '',
  port: 5432, // only a part of the socket's name
  unix_socket_permissions: '0700',
  cluster_name: 'lightstick',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: 100,
  shared_buffers: '256MB',
  // Votes write much and checkpoints cost them: let the log grow before one is due.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // Every statement is a short one; compiling it costs more than running it.
  jit: 'off',
  log_checkpoints: 'off',
  // DETAIL lines quote values, mail addresses among them.
  log_error_verbosity: 'terse',
};

/** The server's command-line options, `overrides` winning over the defaults. */
export function toArguments(overrides: ServerSettings): string[] {
  return Object.entries({ ...settings, ...overrides }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
