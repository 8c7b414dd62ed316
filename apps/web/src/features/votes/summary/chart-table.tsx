import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { ChartLine } from './chart-lines.ts';
import { useZonedDates } from './use-zoned-dates.ts';

type ChartTableProps = { momentsMs: readonly number[]; lines: readonly ChartLine[]; timeZone: string };

/** More rows than this are not read by anybody; they are taken at an even pace, and the last is always among them. */
const rowsMax = 24;

/** The chart for whoever reads better than they see, and for whoever wants to know exactly. */
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
