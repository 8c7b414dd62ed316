import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { OpensSoon } from '#/ui/opens-soon.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import {
  type Section,
  sectionPath,
  sectionNames,
  sections,
  type SongEvent,
  type SongList,
  useSongList,
} from './songs.ts';

type SongStageProps = {
  section: Section;
  title: string;
  text?: string;
  /** The line above the title; defaults to the event's name. */
  part?: string;
  /** True for a screen within the section, such as one song in the list. */
  isWithin?: boolean;
  /** The picture on the stage. */
  art?: ReactNode;
  children: ReactNode;
};

/** Shows the frame of every sub-screen of the song event: its stage, the event's navigation, and what it shows. */
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

type SectionNavProps = {
  current: Section;
  /** True on a screen within the section, which is then not the page itself. */
  isWithin: boolean;
};

/**
 * Shows the event's own navigation. Its screens are one place in the history, so that "back" leaves the event instead
 * of going through everything that was looked at.
 */
function SectionNav({ current, isWithin }: SectionNavProps): ReactNode {
  const t = useText();
  const row = useRef<HTMLUListElement>(null);

  useLayoutEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && here)
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.clientWidth) / 2;
  }, []);

  return (
    <nav aria-label={t('songs.event')}>
      <ul ref={row} className="scroll-row gap-2 px-4">
        {sections.map((section) => {
          const here = section === current;
          return (
            <li key={section} className="shrink-0">
              <Link
                href={sectionPath(section)}
                replace
                aria-current={here ? (isWithin ? 'true' : 'page') : undefined}
                className={`press inline-flex min-h-11 items-center rounded-full px-4 text-small font-bold ${
                  here ? 'bg-ink text-bg' : 'bg-surface text-mute'
                }`}
              >
                {t(sectionNames[section])}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type WithSongsProps = {
  /** The screen's own shape while it is loading. */
  skeleton?: ReactNode;
  children: (list: SongList, event: SongEvent) => ReactNode;
};

/** Shows a sub-screen's content once the event is loaded, or its load failure. */
export function WithSongs({ skeleton = <CardSkeletons />, children }: WithSongsProps): ReactNode {
  const t = useText();
  const list = useSongList();
  if (list.data?.event) return children(list.data, list.data.event);
  if (list.data) return <OpensSoon title={t('songs.none')}>{t('songs.noneText')}</OpensSoon>;
  if (list.isError) {
    return (
      <div className="card">
        <LoadError
          text={t('songs.error')}
          error={list.error}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </div>
    );
  }
  return skeleton;
}

function CardSkeletons(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </LoadingRegion>
  );
}
