import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../e2e/find-chromium.ts';

/** A Chromium that Lighthouse can use, and Playwright afterwards: joined while Lighthouse traces, it may miss the start. */
export type SharedBrowser = AsyncDisposable & {
  readonly debuggingPort: number;
  readonly join: () => Promise<Browser>;
};

const patienceMs = 20_000;
const pollMs = 50;

/**
 * Starts Chromium without Playwright, whose Chromium traces in a way in which Lighthouse finds no navigation.
 *
 * @param profileDir an empty folder for the browser's profile.
 */
export async function startSharedBrowser(profileDir: string): Promise<SharedBrowser> {
  const program = findChromium();
  if (program === undefined) throw new Error('There is no Chromium on this machine. Set CHROMIUM_PATH.');
  const child = spawn(
    program,
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profileDir}`,
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      // The sandbox does not work as root, which containers run as.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    // A group of its own, because Debian's program is a script that starts the browser and leaves it behind when it is killed.
    { stdio: 'ignore', detached: true },
  );
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid);
  };
  process.once('exit', end);
  const debuggingPort = await portOf(profileDir);
  return {
    debuggingPort,
    join: () => chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`),
    async [Symbol.asyncDispose]() {
      process.off('exit', end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      end();
      await exited;
    },
  };
}

/** Reads the port that Chromium chose, which it writes into its profile. */
async function portOf(profileDir: string): Promise<number> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const text = await readFile(join(profileDir, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const port = Number(text.split('\n', 1)[0]);
    if (port > 0) return port;
    await sleep(pollMs);
  }
  throw new Error('Chromium did not open its debugging port.');
}
