import type { Settings } from './config.ts';
import type { RunningServer } from './start-server.ts';

type Shown = Pick<Settings, 'host' | 'publicUrl' | 'devPages' | 'smtpUrl'>;

/** What whoever starts the server by hand wants to know, on one screen. */
export function banner(settings: Shown, running: Pick<RunningServer, 'port' | 'metricsPort' | 'database'>): string {
  const address = localAddress(settings.host, running.port);
  const lines: [string, string][] = [
    [
      'Fans',
      settings.publicUrl.startsWith('http://localhost:') ? address : `${address}, for the world ${settings.publicUrl}`,
    ],
    ['Calls', `${address}/docs`],
    ...(settings.devPages ? [['Host', `${address}/dev/host plays the iOS or Android app`] as [string, string]] : []),
    ['Database', running.database],
  ];
  if (settings.devPages && !settings.smtpUrl) lines.splice(1, 0, ['Mail', `${address}/dev/inbox (development only)`]);
  if (running.metricsPort !== undefined)
    lines.push(['Metrics', `${localAddress(settings.host, running.metricsPort)}/metrics`]);
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

/** Browsers reach a server that listens everywhere, or on the loopback address, as localhost. */
function localAddress(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host);
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
