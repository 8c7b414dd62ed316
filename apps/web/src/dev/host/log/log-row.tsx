import type { ReactNode } from 'react';
import { DownIcon, UpIcon } from '#/ui/icons/first-icons.tsx';
import type { LogEntry } from './message-log.ts';
import { shownPayload } from './shown-payload.ts';

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

/** One message; its whole payload is one click away. */
export function LogRow({ entry }: { entry: LogEntry }): ReactNode {
  const { at, direction, kind, name, payload } = entry;
  const isToHost = direction === 'to host';
  const Arrow = isToHost ? UpIcon : DownIcon;
  const tint = isToHost ? 'bg-brand-soft text-brand' : 'bg-ok-soft text-ok';
  const text = shownPayload(payload);
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
