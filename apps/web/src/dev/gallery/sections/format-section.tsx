import type { ReactNode } from 'react';
import { assetAddress } from '#/lib/assets/asset-address.ts';
import { type Language, useEnvironment } from '#/lib/environment.ts';
import { formatDateTime, formatFriendlyDate, formatMinutesSeconds, ordinal } from '#/lib/format/format-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { Section, Specimen } from '../section.tsx';
import { ClipLengths } from './clip-lengths.tsx';

const instant = new Date('2026-11-21T20:05:09Z');
const base = 'https://static.example.com';

/** What is formatted, and how it reads. */
function rows(language: Language): readonly (readonly [string, string])[] {
  return [
    ['Date and time, +8 hours', formatDateTime(instant, { hourOffset: 8 })],
    ['Date and time, −5 hours', formatDateTime(instant, { hourOffset: -5 })],
    ['Pattern MM-DD HH:mm', formatDateTime(instant, { hourOffset: 8, pattern: 'MM-DD HH:mm' })],
    ['Friendly date', formatFriendlyDate(instant, language)],
    ['Ordinals', [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31].map(ordinal).join(' ')],
    ['Thousands', formatNumber(1_234_567)],
    ['Minutes and seconds', [5, 65, 3600].map(formatMinutesSeconds).join(' ')],
    ['Picture by its path', assetAddress('/art/mina.svg', base, instant)],
    ['Picture on another host', assetAddress('//pictures.example.org/mina.png', base, instant)],
    ['Picture renewed every hour', assetAddress('/v23/mina.png', base, instant)],
  ];
}

/** How values are written. */
export function FormatSection(): ReactNode {
  const { languageType } = useEnvironment();
  return (
    <Section
      id="formats"
      title="Formats"
      note="One way of writing each kind of value, in both languages. The same tables are unit tests."
    >
      <Specimen name="Formats" wide>
        <table className="w-full text-left text-small">
          <thead lang="en" className="sr-only">
            <tr>
              <th scope="col">What</th>
              <th scope="col">How it reads</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows(languageType).map(([what, reads]) => (
              <tr key={what}>
                <th scope="row" lang="en" className="w-2/5 py-2.5 pr-4 align-top font-semibold text-mute">
                  {what}
                </th>
                <td className="num py-2.5 font-semibold [overflow-wrap:anywhere]">{reads}</td>
              </tr>
            ))}
            <ClipLengths />
          </tbody>
        </table>
      </Specimen>
    </Section>
  );
}
