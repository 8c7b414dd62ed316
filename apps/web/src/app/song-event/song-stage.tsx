import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { StageTop } from '../stage-top.tsx';
import { SectionNav } from './section-nav.tsx';
import { type Section, sectionPath } from './sections.ts';

type SongStageProps = {
  section: Section;
  title: string;
  text?: string;
  /** True for a screen within the section, such as one song in the list. */
  isWithin?: boolean;
  soon?: boolean;
  /** The picture on the stage. */
  art?: ReactNode;
  children: ReactNode;
};

/** The frame of every sub-screen of the song event: its stage, the event's navigation, and what it shows. */
export function SongStage({
  section,
  title,
  text,
  isWithin = false,
  soon = false,
  art,
  children,
}: SongStageProps): ReactNode {
  const t = useText();
  const isHome = section === 'home';
  return (
    <>
      <StageTop
        title={title}
        backTo={isWithin ? sectionPath(section) : '/'}
        soon={soon}
        {...(text !== undefined && { text })}
        {...(!isHome && { part: t('songs.event') })}
      >
        {art}
      </StageTop>
      <div className="py-4">
        <SectionNav current={section} isWithin={isWithin} />
      </div>
      <div className="space-y-4 px-4">{children}</div>
    </>
  );
}
