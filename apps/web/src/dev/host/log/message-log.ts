import { externalStore } from '#/lib/external-store.ts';

/** One thing that happened between the page and the host. */
export type LogLine = {
  readonly direction: 'to host' | 'to page';
  readonly kind: 'load' | 'req' | 'res' | 'cmd' | 'silence' | 'noise';
  /** The method or command; for a page that loads, its path. */
  readonly name: string | undefined;
  readonly payload: unknown;
};

export type LogEntry = LogLine & { readonly number: number; readonly at: Date };

const mostEntries = 500;

/** Everything since the simulator was opened or the log was cleared, the newest last. */
export const messageLog = externalStore<readonly LogEntry[]>([]);

let lastNumber = 0;

export function logMessage(line: LogLine): void {
  lastNumber += 1;
  messageLog.write([...messageLog.read(), { ...line, number: lastNumber, at: new Date() }].slice(-mostEntries));
}

export function clearLog(): void {
  messageLog.write([]);
}
