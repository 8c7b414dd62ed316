import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { Button } from '#/ui/button.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { DownIcon, UpIcon } from '#/ui/icons/shell-icons.tsx';
import { externalStore } from '#/lib/external-store.ts';

/** Shows all messages between the page and the host, the newest first. */
export function LogPanel(): ReactNode {
  const entries = useSyncExternalStore(messageLog.subscribe, messageLog.read);
  const [filter, setFilter] = useState('');
  const titleId = useId();
  const shown = entries.filter((entry) => lineOf(entry).toLowerCase().includes(filter.trim().toLowerCase()));
  return (
    <section aria-labelledby={titleId} className="card min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={titleId} className="text-title font-bold">
          Messages
        </h2>
        <div className="flex gap-2">
          <CopyButton label="Copy" text={shown.map(lineOf).join('\n')} />
          <Button variant="soft" onClick={clearLog}>
            Clear
          </Button>
        </div>
      </div>
      <label className="mt-3 flex min-h-11 items-center gap-2 rounded-control border-2 border-line bg-bg px-3">
        <SearchIcon size={18} className="text-mute" />
        <span className="sr-only">Filter the messages</span>
        <input
          className="w-full min-w-0 bg-transparent text-small placeholder:text-mute"
          type="search"
          placeholder="Method, kind, or anything inside"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </label>
      {shown.length > 0 ? (
        <ol aria-label="Messages, the newest first" className="mt-3 divide-y divide-line">
          {shown.toReversed().map((entry) => (
            <LogRow key={entry.number} entry={entry} />
          ))}
        </ol>
      ) : (
        <p className="mt-6 mb-2 text-center text-small text-mute">
          {entries.length > 0 ? 'No message is like that.' : 'Nothing has been said yet.'}
        </p>
      )}
    </section>
  );
}

/** Returns one message as a line of text: for the filter and the clipboard. */
function lineOf({ at, direction, kind, name, payload }: LogEntry): string {
  return [at.toISOString(), direction, kind, name, formatPayload(payload).replaceAll(/\s+/g, ' ')]
    .filter(Boolean)
    .join(' · ');
}

const kindNames: Readonly<Record<LogEntry['kind'], string>> = {
  load: 'page loads',
  req: 'request',
  res: 'answer',
  cmd: 'command',
  silence: 'no answer',
  noise: 'not understood',
};

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** Shows one message; its whole payload is one click away. */
function LogRow({ entry }: { entry: LogEntry }): ReactNode {
  const { at, direction, kind, name, payload } = entry;
  const isToHost = direction === 'to host';
  const Arrow = isToHost ? UpIcon : DownIcon;
  const tint = isToHost ? 'bg-brand-soft text-brand' : 'bg-ok-soft text-ok';
  const text = formatPayload(payload);
  const heading = (
    <>
      <span className={`grid size-7 shrink-0 place-content-center rounded-full ${tint}`}>
        <Arrow size={16} />
        <span className="sr-only">{direction}</span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="font-bold">{name ?? 'unknown'}</span> <span className="text-mute">{kindNames[kind]}</span>
      </span>
      <time className="num text-caption text-mute" dateTime={at.toISOString()}>
        {time.format(at)}
      </time>
    </>
  );
  const line = 'flex min-h-11 items-center gap-2.5 py-1 text-small';
  if (text === '') return <li className={line}>{heading}</li>;
  return (
    <li>
      <details>
        <summary className={`${line} cursor-pointer`}>{heading}</summary>
        <pre className="mb-2 rounded-control bg-raise p-3 font-mono text-caption break-all whitespace-pre-wrap">
          {text}
        </pre>
      </details>
    </li>
  );
}

/** One thing that happened between the page and the host. */
export type LogLine = {
  readonly direction: 'to host' | 'to page';
  readonly kind: 'load' | 'req' | 'res' | 'cmd' | 'silence' | 'noise';
  /** The method or command; for a page that loads, its path. */
  readonly name: string | undefined;
  readonly payload: unknown;
};

type LogEntry = LogLine & { readonly number: number; readonly at: Date };

const mostEntries = 500;

/** Everything since the simulator was opened or the log was cleared, the newest last. */
const messageLog = externalStore<readonly LogEntry[]>([]);

let lastNumber = 0;

export function logMessage(line: LogLine): void {
  lastNumber += 1;
  messageLog.write([...messageLog.read(), { ...line, number: lastNumber, at: new Date() }].slice(-mostEntries));
}

function clearLog(): void {
  messageLog.write([]);
}

const secretNames = /token|password|secret/i;
const shownCharacters = 4;

/**
 * Returns a payload for people: pretty, without its outer quotes when it is JSON already, and with secrets shortened.
 */
export function formatPayload(payload: unknown): string {
  if (payload === undefined) return '';
  const value = typeof payload === 'string' ? parsedOrText(payload) : payload;
  return typeof value === 'string' ? value : JSON.stringify(value, shortenSecret, 2);
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Shortens a secret so that it is recognisable but useless. */
function shortenSecret(name: string, value: unknown): unknown {
  if (!secretNames.test(name) || typeof value !== 'string') return value;
  return `${value.slice(0, shownCharacters)}… (${value.length} characters)`;
}
