import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { supervise } from './cluster/supervise.ts';
import { joinCluster } from './cluster/worker.ts';
import { WorkerNotStarted } from './cluster/worker-pool.ts';
import { projectRoot, settingsFileOf } from './commands/settings-file.ts';
import { listLanHosts } from './config/lan-hosts.ts';
import { readSettings } from './config/read-settings.ts';
import { type Settings, SettingsError } from './config/settings.ts';
import { DatabaseRefused } from './db/database-refused.ts';
import { hasCluster } from './db/embedded/index.ts';
import { createLog, type Log } from './log.ts';
import { type RunningServer, startServer } from './cluster/start-server.ts';
import { machineClock } from './lib/clock.ts';

/** Accepted requests must finish within this time. */
const stopTimeoutMs = 30_000;
/** The supervisor's additional wait, so that it outlives workers that reach their limit. */
const supervisorPatienceMs = 10_000;

/** Reads the settings, starts one or several servers, and stops in order when asked to. */
async function main(): Promise<void> {
  const { values: asked } = parseArgs({
    options: { settings: { type: 'string' }, workers: { type: 'string' }, host: { type: 'boolean' } },
  });
  const settingsFile = settingsFileOf(asked.settings);
  if (settingsFile !== undefined) process.loadEnvFile(settingsFile);
  readLocalChain();
  const environment = {
    ...process.env,
    ...(asked.workers === undefined ? {} : { WORKERS: asked.workers }),
    ...(asked.host ? openToNetwork(process.env) : {}),
  };
  const lanHosts = asked.host ? listLanHosts() : [];
  const ways = { hasCluster, keepsSecret: true, lanHosts };
  const { settings, aboutSecret } = await readSettings(environment, projectRoot, ways);
  const log = createLog(settings.logLevel);
  if (aboutSecret !== undefined && !cluster.isWorker) log.warn(aboutSecret);

  const failStart = (error: unknown) => {
    log.fatal({ err: error }, 'the server failed and ends');
    process.exit(1);
  };
  process.on('uncaughtException', failStart);
  process.on('unhandledRejection', failStart);

  if (cluster.isWorker) return work(settings, log);
  const isSupervisor = settings.workers > 1;
  const program = { file: import.meta.filename, args: process.argv.slice(2) };
  const starting = isSupervisor ? supervise(settings, log, program) : startServer(settings, log);
  stopOnSignal(starting, log, settings.drainMs + stopTimeoutMs + (isSupervisor ? supervisorPatienceMs : 0));
  const running = await starting;
  process.stdout.write(
    banner(settings, running) + (asked.host ? await lanInvitation(settings, lanHosts, running.port) : ''),
  );
}

/** Reads the settings of a chain that `npm run dev:chain` runs for the same folder, in development only. */
function readLocalChain(): void {
  const { NODE_ENV, DATA_DIR, CHAIN_RPC_URL } = process.env;
  if ((NODE_ENV && NODE_ENV !== 'development') || CHAIN_RPC_URL) return;
  const file = resolve(projectRoot, DATA_DIR || './data', 'chain/settings.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/**
 * Returns the settings that `--host` changes. Phones get less work in the human check of a development server, because
 * a page on plain HTTP has no WebCrypto.
 */
function openToNetwork({ NODE_ENV, HUMAN_CHECK_WORK }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isForPhones = NODE_ENV !== 'production' && !HUMAN_CHECK_WORK;
  return { HOST: '0.0.0.0', ...(isForPhones ? { HUMAN_CHECK_WORK: '30' } : {}) };
}

/** Serves as one of several workers. Only the supervisor stops it: a signal may reach all processes of a group. */
async function work(settings: Settings, log: Log): Promise<void> {
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);
  const place = joinCluster();
  const { databaseUrl: ownerUrl } = settings;
  if (ownerUrl === undefined) throw new Error('A worker needs its database address from its supervisor');
  const starting = startServer(settings, log.child({ worker: place.number }), { worker: { place, ownerUrl } });
  const stop = stopper(starting, log, settings.drainMs + stopTimeoutMs);
  place.onStop(() => void stop());
  place.ready((await starting).port);
}

/** Stops in order on the first signal, also during the start; a second one exits at once. */
function stopOnSignal(starting: Promise<RunningServer>, log: Log, limitMs: number): void {
  let stopping = false;
  const stop = stopper(starting, log, limitMs);
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    void stop();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/**
 * Returns a function that stops the server once it runs, and then exits, after `limitMs` at most. Repeated calls change
 * nothing.
 */
function stopper(starting: Promise<RunningServer>, log: Log, limitMs: number): () => Promise<void> {
  let stopping = false;
  return async () => {
    if (stopping) return;
    stopping = true;
    const giveUp = () => {
      log.fatal({ limitMs }, 'the server could not stop in time and ends with work half done');
      process.exit(1);
    };
    machineClock.after(limitMs, giveUp, { ref: false });
    try {
      await (await starting).stop();
      process.exit(0);
    } catch (error) {
      console.error('The server could not stop in order:', error);
      process.exit(1);
    }
  };
}

/**
 * Describes wrong settings, wrong options, a database that cannot be used and a taken port in plain messages; any other
 * error is a bug and keeps its stack.
 */
function inWords(error: unknown): unknown {
  if (error instanceof SettingsError || error instanceof WorkerNotStarted || error instanceof DatabaseRefused) {
    return error.message;
  }
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `${error.message}\nUsage: npm start [-- [--settings FILE] [--host] [--workers N]]`;
  if (error.code === 'EADDRINUSE') {
    return `The address is taken (${error.message}). Stop what runs there, or set PORT to another number.`;
  }
  return error;
}

try {
  await main();
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
  // The channel to the supervisor would keep a worker alive.
  if (cluster.isWorker) process.exit();
}

type BannerSettings = Pick<Settings, 'host' | 'publicUrl' | 'localHosts' | 'devPages' | 'smtpUrl'>;

/** Writes the summary for a person who starts the server by hand. */
function banner(
  settings: BannerSettings,
  running: Pick<RunningServer, 'port' | 'metricsPort' | 'database' | 'heldBecause'>,
): string {
  const address = localAddress(settings.host, running.port);
  const isLocal = settings.localHosts.includes(new URL(settings.publicUrl).hostname);
  const lines: [string, string][] = [
    ['Fans', isLocal ? address : `${address}, for the world ${settings.publicUrl}`],
    ['Calls', `${address}/docs`],
    ...(settings.devPages ? [['Host', `${address}/dev/host plays the iOS or Android app`] as [string, string]] : []),
    ['Database', running.database],
  ];
  if (keepsInbox(settings)) lines.splice(1, 0, ['Mail', `${address}/dev/inbox (development only)`]);
  if (running.metricsPort !== undefined)
    lines.push(['Metrics', `${localAddress(settings.host, running.metricsPort)}/metrics`]);
  if (running.heldBecause !== undefined) {
    lines.push(['HELD', `${running.heldBecause} It serves reads alone; "lightstick reopen" opens it.`]);
  }
  const width = Math.max(...lines.map(([name]) => name.length));
  return [
    '',
    '  Lightstick is ready. Ctrl-C stops it.',
    '',
    ...lines.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
    '',
    '',
  ].join('\n');
}

/** Says how other devices of the network reach a server that `--host` has opened to them. */
async function lanInvitation(settings: BannerSettings, hosts: readonly string[], port: number): Promise<string> {
  const [address, ...others] = hosts.map((host) => `http://${host}:${port}`);
  if (address === undefined) return '  No network was found, so that no other device can open this server.\n\n';
  const { renderUnicodeCompact } = await import('uqr');
  const code = renderUnicodeCompact(address, { border: 2 }).replaceAll(/^/gm, '  ');
  return [
    `  On your phone, in the same network: ${address}`,
    ...(others.length > 0 ? [`  Or: ${others.join(', ')}`] : []),
    ...(keepsInbox(settings) ? ['', inboxWarning()] : []),
    '',
    code,
    '',
    '',
  ].join('\n');
}

/** Warns that the inbox is open too, because a phone needs the code that it asks for. */
function inboxWarning(): string {
  return [
    '  Everybody in this network can open the server, and can read every mail at /dev/inbox: ' +
      'all codes of all accounts.',
    '  Anyone who reads a code can sign in as its fan. Use --host only where you trust everyone; Ctrl-C closes it.',
  ].join('\n');
}

function keepsInbox({ devPages, smtpUrl }: BannerSettings): boolean {
  return devPages && !smtpUrl;
}

/** Returns the local address of a server that listens on all or on loopback addresses. */
function localAddress(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host);
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
