import { cpus, release, totalmem, type as systemName } from 'node:os';

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
    system: `${systemName()} ${release()}`,
    node: process.version,
  };
}
