import type { ReactNode } from 'react';
import { Section, Specimen } from '../section.tsx';

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

/** The grounds, and every pair of text and ground that may be used. */
export function ColourSection(): ReactNode {
  return (
    <Section
      id="colour"
      title="Color"
      note="Text stands only on the ground that it is paired with here. A unit test checks the contrast of every pair, along the gradients too."
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
            <li
              key={name}
              className={`grid min-h-20 place-content-center rounded-tile px-3 text-center text-small font-bold ${look}`}
            >
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
    </Section>
  );
}
