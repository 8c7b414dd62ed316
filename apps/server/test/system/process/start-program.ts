import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { cleanEnvironment } from '../../../../../bench/world/clean-environment.ts';
import { contentDir } from '../../../../../bench/world/given-election.ts';

const main = resolve(import.meta.dirname, '../../../src/main.ts');
const children = new Set<ChildProcess>();

/**
 * Starts the real program in a separate process, with only the needed part of our environment. An empty database gets
 * the small pack of the measuring programs: to make the past of the demo takes most of a first start.
 * @param descriptor - inherited as its number 3.
 */
export function startProgram(
  environment: Record<string, string>,
  options: readonly string[] = [],
  descriptor?: number,
) {
  const child: ChildProcess = spawn(process.execPath, [main, ...options], {
    env: { ...cleanEnvironment(), NODE_ENV: 'test', PORT: '0', CONTENT_DIR: contentDir, ...environment },
    stdio: ['pipe', 'pipe', 'pipe', ...(descriptor === undefined ? [] : [descriptor])],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The program could not be started');
  children.add(child);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code);
  return {
    child,
    pid,
    ended,
    output: () => output,
    /** Returns the address on which it says it listens. */
    async address() {
      const findAddress = () => /http:\/\/localhost:\d+/.exec(output)?.[0];
      await expect.poll(findAddress, { timeout: 120_000, interval: 50 }).toBeDefined();
      return findAddress() ?? '';
    },
  };
}

/** Ends every program that a test has left running. */
export function killPrograms(): void {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
}
