import type { ReactNode } from 'react';
import { useEnvironment } from '#/lib/environment.ts';

type SectionProps = {
  id: string;
  title: string;
  /** Says what the pieces are for and by which rules they are used. */
  children: ReactNode;
  note: string;
};

/** Shows one kind of piece: its name, its rule, its specimens. */
export function Section({ id, title, note, children }: SectionProps): ReactNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-32 border-t border-line pt-10 lg:scroll-mt-8">
      <div lang="en" className="mb-6 max-w-2xl">
        <h2 id={`${id}-title`} className="text-section font-extrabold">
          {title}
        </h2>
        <p className="mt-1.5 text-small text-mute">{note}</p>
      </div>
      <div className="grid gap-5 md:grid-cols-2">{children}</div>
    </section>
  );
}

type SpecimenProps = {
  name: string;
  /** The background: the page, a card's surface, or the stage. */
  on?: 'page' | 'surface' | 'stage';
  /** Takes the whole width of the section. */
  wide?: boolean;
  children: ReactNode;
};

const grounds: Readonly<Record<NonNullable<SpecimenProps['on']>, string>> = {
  page: 'bg-bg border border-line',
  surface: 'bg-surface shadow-card',
  stage: 'stage',
};

/** Shows a specimen on its intended background, with its name below. */
export function Specimen({ name, on = 'surface', wide = false, children }: SpecimenProps): ReactNode {
  return (
    <figure className={`flex min-w-0 flex-col ${wide ? 'md:col-span-2' : ''}`}>
      <div className={`min-w-0 flex-1 rounded-card p-5 ${grounds[on]}`}>{children}</div>
      <figcaption lang="en" className="mt-2 px-1 text-caption text-mute">
        {name}
      </figcaption>
    </figure>
  );
}

/** Returns the example texts of the gallery, in the current language; the app's own texts are not repeated. */
export function useSay(): (english: string, chinese: string) => string {
  const { languageType } = useEnvironment();
  return (english, chinese) => (languageType === 'zh_TW' ? chinese : english);
}
