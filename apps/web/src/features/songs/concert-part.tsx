import type { ReactNode } from 'react';
import type { SongEvent } from '#/features/songs/songs.ts';
import { useZonedDates } from '#/lib/format/zoned-date.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { HomeIcon, CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import { StageArt } from '#/features/songs/stage-art.tsx';
import { OpensSoon } from '#/ui/opens-soon.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { WithSongs, SongStage } from '#/features/songs/song-stage.tsx';

/** Shows the concert that the vote is for: when, where, and how the vote becomes its list of songs. */
export function ConcertPart(): ReactNode {
  const t = useText();
  return (
    <SongStage section="concert" title={t('songs.concert')} text={t('songs.concertText')} art={<StageArt />}>
      <WithSongs>
        {(_, { concert, timeZone }) =>
          concert ? (
            <Concert concert={concert} timeZone={timeZone} />
          ) : (
            <OpensSoon title={t('songs.concertNone')}>{t('songs.concertNoneText')}</OpensSoon>
          )
        }
      </WithSongs>
    </SongStage>
  );
}

type ConcertProps = { concert: NonNullable<SongEvent['concert']>; timeZone: string };

function Concert({ concert, timeZone }: ConcertProps): ReactNode {
  const t = useText();
  const { format } = useZonedDates(timeZone);
  const when = format(concert.startsAt, 'placed');
  return (
    <>
      <section aria-label={t('songs.concert')} className="card space-y-4">
        <Line icon={CalendarIcon} title={t('songs.when')} text={when} />
        <Line icon={HomeIcon} title={t('songs.where')} text={concert.place} />
        <p className="text-body text-pretty text-mute">{concert.text}</p>
      </section>
      <section aria-labelledby="set-list" className="card">
        <SectionHeading id="set-list">{t('songs.setList')}</SectionHeading>
        <dl className="space-y-4">
          {concert.setList.map(({ title, text }) => (
            <div key={title}>
              <dt className="text-body font-bold">{title}</dt>
              <dd className="mt-0.5 text-small text-pretty text-mute">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function Line({ icon: Icon, title, text }: { icon: IconComponent; title: string; text: string }): ReactNode {
  return (
    <div className="flex items-center gap-3.5">
      <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
        <Icon size={22} />
      </span>
      <div className="min-w-0">
        <p className="text-caption font-semibold text-mute">{title}</p>
        <p className="num text-body font-bold">{text}</p>
      </div>
    </div>
  );
}
