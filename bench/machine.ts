import { cpus, release, totalmem, type as systemName } from 'node:os';
import type { DatabaseSettings } from './world/describe-database.ts';

/** What a result depends on, without anything that names the machine or its owner. */
export type Machine = {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
};

export function describeMachine(): Machine {
  const all = cpus();
  return {
    processor: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    // What follows the version is the name of one host's build.
    system: `${systemName()} ${release().split('-')[0]}`,
    node: process.version,
  };
}

/** Writes the last chapter of a result in Markdown. */
export function machineChapter(
  machine: Machine,
  { database, servers }: { database: DatabaseSettings; servers: string },
): string {
  const { server_version: version, ...others } = database;
  const settings = Object.entries(others).map(([name, value]) => `${name} ${value}`);
  return `## The machine

- ${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}; server, database and load \
generator share it
- Node ${machine.node}, ${servers}
- PostgreSQL ${version} through its Unix socket: ${settings.join(', ')}
`;
}
