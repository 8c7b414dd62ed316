import { type ReactNode, useEffect, useState } from 'react';
import { formatFriendlyDate, ordinal } from '@lightstick/contract/friendly-date';
import { assetAddress } from '#/lib/asset-address.ts';
import { type Language, useEnvironment } from '#/lib/environment.ts';
import { formatDateTime } from '#/lib/format/format-date-time.ts';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { videoDurationSeconds } from '#/lib/media/video-duration.ts';
import { Section, Specimen, useSay } from '../section.tsx';

const grounds = [
  { name: 'bg', ground: 'bg-bg' },
  { name: 'surface', ground: 'bg-surface' },
  { name: 'raise', ground: 'bg-raise' },
  { name: 'line', ground: 'bg-line' },
] as const;

const pairs = [
  { name: 'ink on surface', look: 'bg-surface text-ink' },
  { name: 'mute on bg', look: 'bg-bg text-mute' },
  { name: 'brand on brand-soft', look: 'bg-brand-soft text-brand' },
  { name: 'ok on ok-soft', look: 'bg-ok-soft text-ok' },
  { name: 'warn on warn-soft', look: 'bg-warn-soft text-warn' },
  { name: 'white on action', look: 'action' },
  { name: 'white on stage', look: 'stage' },
  { name: 'gold', look: 'medal-1 text-medal' },
  { name: 'silver', look: 'medal-2 text-medal' },
  { name: 'bronze', look: 'medal-3 text-medal' },
] as const;

const pairLook = 'grid min-h-20 place-content-center rounded-tile px-3 text-center text-small font-bold';

/** Shows the grounds, and every pair of text and ground that may be used. */
export function ColourSection(): ReactNode {
  return (
    <Section
      id="colour"
      title="Color"
      note={
        'Text stands only on the ground that it is paired with here. ' +
        'A unit test checks the contrast of every pair, along the gradients too.'
      }
    >
      <Specimen name="Grounds" wide>
        <ul lang="en" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {grounds.map(({ name, ground }) => (
            <li key={name}>
              <div className={`h-16 rounded-tile border border-line ${ground}`} />
              <p className="mt-1.5 text-caption text-mute">{name}</p>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Pairs" wide>
        <ul lang="en" className="grid grid-cols-2 gap-3 sm:grid-cols-5">
          {pairs.map(({ name, look }) => (
            <li key={name} className={`${pairLook} ${look}`}>
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
    </Section>
  );
}

const steps = [
  { name: 'score 40/44', style: 'text-score font-extrabold num' },
  { name: 'screen 28/32', style: 'text-screen font-extrabold' },
  { name: 'section 22/28', style: 'text-section font-extrabold' },
  { name: 'title 18/24', style: 'text-title font-bold' },
  { name: 'body 16/24', style: 'text-body' },
  { name: 'small 14/20', style: 'text-small text-mute' },
  { name: 'caption 12/16', style: 'text-caption text-mute' },
] as const;

export function TypeSection(): ReactNode {
  const say = useSay();
  const sample = say('Light up the stage for your idol', '為你的偶像點亮舞台');
  return (
    <Section
      id="type"
      title="Type"
      note={
        'Figtree for Latin, the system’s own face for Chinese. ' +
        'Figures that change are tabular, so that they do not dance.'
      }
    >
      <Specimen name="The scale: size and line height" wide>
        <dl className="space-y-4">
          {steps.map(({ name, style }) => (
            <div key={name} className="sm:flex sm:items-baseline sm:gap-6">
              <dt lang="en" className="num w-32 shrink-0 text-caption text-mute">
                {name}
              </dt>
              <dd className={style}>{style.includes('num') ? '1,234,567' : sample}</dd>
            </div>
          ))}
        </dl>
      </Specimen>
    </Section>
  );
}

const sampleRateHz = 8000;
const headerBytes = 44;

/** Returns a clip of silence that every browser can play: a RIFF WAVE file, one channel of 8 bits. */
function silentClip(seconds: number): Blob {
  const samples = seconds * sampleRateHz;
  const header = new DataView(new ArrayBuffer(headerBytes));
  const write = (at: number, word: string) => {
    for (const [index, letter] of Array.from(word).entries()) header.setUint8(at + index, letter.charCodeAt(0));
  };
  write(0, 'RIFF');
  header.setUint32(4, headerBytes - 8 + samples, true);
  write(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, sampleRateHz, true);
  header.setUint32(28, sampleRateHz, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  write(36, 'data');
  header.setUint32(40, samples, true);
  // 128 is the middle of unsigned 8-bit samples.
  return new Blob([header, new Uint8Array(samples).fill(128)], { type: 'audio/wav' });
}

const instant = new Date('2026-11-21T20:05:09Z');
const base = 'https://static.example.com';

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

/** Measures three clips: one of 83 s, one that nothing can play, and one without an address. */
function ClipLengths(): ReactNode {
  const [seconds, setSeconds] = useState<readonly number[]>();

  useEffect(() => {
    const clip = URL.createObjectURL(silentClip(83));
    void Promise.all([clip, '/icon.svg', undefined].map(videoDurationSeconds)).then(setSeconds);
    return () => URL.revokeObjectURL(clip);
  }, []);

  return (
    <tr>
      <th scope="row" lang="en" className="py-2.5 pr-4 align-top font-semibold text-mute">
        Length of a clip, of a picture, of nothing
      </th>
      <td className="num py-2.5 font-semibold [overflow-wrap:anywhere]">
        {seconds ? seconds.map(formatMinutesSeconds).join(' ') : '…'}
      </td>
    </tr>
  );
}
