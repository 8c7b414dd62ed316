import type { ReactNode } from 'react';
import { useZonedDates } from '#/lib/format/zoned-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import type { ChartLine } from './chart-geometry.ts';

type ChartReadoutProps = { atMs: number; index: number; lines: readonly ChartLine[]; timeZone: string };

/**
 * Shows the values at the chosen moment. As tall as its tallest view, to avoid layout shifts; screen readers use the
 * plot, which is a slider.
 */
export function ChartReadout({ atMs, index, lines, timeZone }: ChartReadoutProps): ReactNode {
  const t = useText();
  const { format } = useZonedDates(timeZone);
  return (
    <div aria-hidden="true" className="mt-3 flex min-h-23 flex-col">
      <p className="num text-small font-semibold text-mute">{format(atMs, 'moment')}</p>
      {lines.map((line) =>
        line.name === null ? (
          <p key={line.key} className="num text-[min(2.5rem,13vw)] leading-[1.1] font-extrabold">
            {formatNumber(line.values[index] ?? 0)}{' '}
            <span className="text-title font-bold text-mute">
              {t('votes.unit', { count: line.values[index] ?? 0 })}
            </span>
          </p>
        ) : (
          <p key={line.key} className="flex min-h-6 items-center gap-2 text-small font-semibold">
            <LineSample line={line} />
            <Portrait src={line.portraitUrl ?? ''} width={20} height={20} className="size-5 rounded-full" />
            <Name className="min-w-0 flex-1 truncate">{line.name}</Name>
            <span className="num font-extrabold">{formatNumber(line.values[index] ?? 0)}</span>
          </p>
        ),
      )}
    </div>
  );
}

function LineSample({ line: { colour, dashes } }: { line: ChartLine }): ReactNode {
  return (
    <svg viewBox="0 0 24 4" width="24" height="4" className={`shrink-0 ${colour}`}>
      <path d="M1 2h22" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeDasharray={dashes} />
    </svg>
  );
}

type ChartTableProps = { momentsMs: readonly number[]; lines: readonly ChartLine[]; timeZone: string };

/** More rows are unreadable; samples are evenly spaced and include the last. */
const rowsMax = 24;

/** Shows the chart as a table, for screen readers and exact values. */
export function ChartTable({ momentsMs, lines, timeZone }: ChartTableProps): ReactNode {
  const t = useText();
  const { format } = useZonedDates(timeZone);
  const last = momentsMs.length - 1;
  const every = Math.max(1, Math.ceil(momentsMs.length / rowsMax));
  const rows = momentsMs.map((atMs, index) => ({ atMs, index })).filter(({ index }) => (last - index) % every === 0);
  return (
    <details className="mt-2">
      <summary className="flex min-h-11 cursor-pointer items-center text-small font-bold text-brand">
        {t('summary.table')}
      </summary>
      <table className="num w-full text-small">
        <caption className="sr-only">{t('summary.chart')}</caption>
        <thead>
          <tr className="text-caption text-mute">
            <th scope="col" className="py-1 text-left font-semibold">
              {t('summary.tableTime')}
            </th>
            {lines.map(({ key, name }) => (
              <th key={key} scope="col" className="py-1 pl-2 text-right font-semibold">
                {name ?? t('summary.votes')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ atMs, index }) => (
            <tr key={atMs} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {format(atMs, 'moment')}
              </th>
              {lines.map(({ key, values }) => (
                <td key={key} className="py-1.5 pl-2 text-right font-semibold">
                  {formatNumber(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
