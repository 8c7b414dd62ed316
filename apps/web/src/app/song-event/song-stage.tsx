import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { StageTop } from '../stage-top.tsx';
import { SectionNav } from './section-nav.tsx';
import { type Section, sectionPath } from './sections.ts';

type SongStageProps = {
  section: Section;
  title: string;
  text?: string;
  /** What it is part of, above the title; the event's name unless it says otherwise. */
  part?: string;
  /** True for a screen within the section, such as one song in the list. */
  isWithin?: boolean;
  /** The picture on the stage. */
  art?: ReactNode;
  children: ReactNode;
};

/** The frame of every sub-screen of the song event: its stage, the event's navigation, and what it shows. */
export function SongStage({ section, title, text, part, isWithin = false, art, children }: SongStageProps): ReactNode {
  const t = useText();
  const above = part ?? (section === 'home' ? undefined : t('songs.event'));
  return (
    <>
      <StageTop
        title={title}
        backTo={isWithin ? sectionPath(section) : '/'}
        {...(text !== undefined && { text })}
        {...(above !== undefined && { part: above })}
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
