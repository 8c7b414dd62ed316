import type { ReactNode } from 'react';
import { Section, Specimen, useSay } from '../section.tsx';

const steps = [
  { name: 'score 40/44', style: 'text-score font-extrabold num' },
  { name: 'screen 28/32', style: 'text-screen font-extrabold' },
  { name: 'section 22/28', style: 'text-section font-extrabold' },
  { name: 'title 18/24', style: 'text-title font-bold' },
  { name: 'body 16/24', style: 'text-body' },
  { name: 'small 14/20', style: 'text-small text-mute' },
  { name: 'caption 12/16', style: 'text-caption text-mute' },
] as const;

/** The seven sizes of text. */
export function TypeSection(): ReactNode {
  const say = useSay();
  const sample = say('Light up the stage for your idol', '為你的偶像點亮舞台');
  return (
    <Section
      id="type"
      title="Type"
      note="Figtree for Latin, the system’s own face for Chinese. Figures that change are tabular, so that they do not dance."
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
