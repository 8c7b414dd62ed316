import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { banner } from './banner.ts';
import { parseSettings, SettingsError } from './config.ts';
import { createLog } from './log.ts';
import { type RunningServer, startServer } from './start-server.ts';

const projectRoot = resolve(import.meta.dirname, '../../..');

/** What was taken must be finished sooner than this, or it never will be. */
const stopTimeoutMs = 30_000;

/** Reads the settings, starts the server and stops it in order when asked to. */
async function main(): Promise<void> {
  const environmentFile = resolve(projectRoot, '.env');
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);
  const settings = parseSettings(process.env, projectRoot);
  const log = createLog(settings.logLevel);

  const failed = (error: unknown) => {
    log.fatal({ err: error }, 'the server failed and ends');
    process.exit(1);
  };
  process.on('uncaughtException', failed);
  process.on('unhandledRejection', failed);

  const starting = startServer(settings, log);
  stopOnSignal(starting, settings.drainMs);
  process.stdout.write(banner(settings, await starting));
}

/** The first signal stops in order, also while still starting; a second one ends at once. */
function stopOnSignal(starting: Promise<RunningServer>, drainMs: number): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), drainMs + stopTimeoutMs).unref();
    try {
      await (await starting).stop();
      process.exit(0);
    } catch {
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** Wrong settings and a taken port are told in words; everything else is a bug, told with its stack. */
function inWords(error: unknown): unknown {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `The address is taken (${error.message}). Stop what runs there, or set PORT to another number.`;
  }
  return error;
}

try {
  await main();
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}
