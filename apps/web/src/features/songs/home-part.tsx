import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle, lights } from '#/ui/art/drawing.tsx';
import { SoundWaves } from '#/ui/art/sound-waves.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { type Way, WayList } from '#/ui/way-list.tsx';
import {
  deadlineOf,
  byStanding,
  useSongPhase,
  type SongEvent,
  type SongList,
  useSongList,
  sectionPath,
} from '#/features/songs/songs.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { TasksIcon, TrophyIcon, MusicIcon } from '#/ui/icons/shell-icons.tsx';
import { WithSongs, SongStage } from '#/features/songs/song-stage.tsx';
import type { WithRows } from '#/features/songs/song-row.tsx';

const words = {
  scheduled: 'songs.phase.scheduled',
  nominating: 'songs.phase.nominating',
  between: 'songs.phase.between',
  final: 'songs.phase.final',
  counting: 'songs.phase.counting',
  ended: 'songs.phase.ended',
} as const;

/** Shows the event's phase and its remaining time, on a stage. */
function PhaseClock({ event }: { event: SongEvent }): ReactNode {
  const t = useText();
  const phase = useSongPhase(event);
  const until = deadlineOf(event, phase);
  return (
    <>
      <p className="mb-2 text-small font-semibold">{t(words[phase])}</p>
      {until === undefined ? null : <Countdown key={until} until={until} />}
    </>
  );
}

const ways: readonly Way[] = [
  { to: '/task', icon: TasksIcon, title: 'songs.earn', text: 'songs.earnText' },
  { to: sectionPath('about'), icon: MusicIcon, title: 'songs.nav.about', text: 'songs.aboutWay' },
  { to: sectionPath('rewards'), icon: TrophyIcon, title: 'songs.nav.rewards', text: 'songs.rewardsWay' },
  { to: sectionPath('center'), icon: HeartIcon, title: 'songs.nav.center', text: 'songs.centerWay' },
];

/** Shows the song event in one screenful: what runs and for how long, who leads, and where to go from here. */
export function HomePart({ Rows }: WithRows): ReactNode {
  const t = useText();
  const event = useSongList().data?.event;
  return (
    <SongStage
      section="home"
      title={t('songs.event')}
      text={event?.subtitle ?? t('songs.eventText')}
      {...(event && { part: event.title })}
      art={event ? <PhaseClock event={event} /> : <SongArt />}
    >
      <WithSongs>
        {(list, shown) => (
          <>
            <Leading list={list} event={shown} Rows={Rows} />
            <Rounds event={shown} />
          </>
        )}
      </WithSongs>
      <section aria-labelledby="song-ways" className="card">
        <SectionHeading id="song-ways">{t('songs.ways')}</SectionHeading>
        <WayList ways={ways} />
      </section>
    </SongStage>
  );
}

/** Draws a song as it sounds: a band of waves across the hall. */
function SongArt(): ReactNode {
  return (
    <Drawing width={350} height={120}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('halo')} colour={lights.pink} strength={0.55} />
          </defs>
          <ellipse cx="175" cy="60" rx="170" ry="60" fill={`url(#${name('halo')})`} />
          <SoundWaves id={name('echo')} x={0} middle={60} width={350} height={116} count={35} />
          <Sparkle x={40} y={22} size={7} />
          <Sparkle x={304} y={26} size={9} />
          <Sparkle x={252} y={102} size={5} opacity={0.6} />
          <Sparkle x={92} y={100} size={5} opacity={0.6} />
        </>
      )}
    </Drawing>
  );
}

function Leading({ list, event, Rows }: WithRows & { list: SongList; event: SongEvent }): ReactNode {
  const t = useText();
  const phase = useSongPhase(event);
  const first = byStanding(list.songs, phase).slice(0, 3);
  const title: MessageId = phase === 'ended' ? 'songs.topEnded' : 'songs.top';
  return (
    <section aria-labelledby="song-top" className="card">
      <SectionHeading id="song-top" more={{ to: sectionPath('list'), text: t('songs.toList') }}>
        {t(title)}
      </SectionHeading>
      <Rows label={t(title)} phase={phase} songs={first} list={list} activityId={event.activityId} />
    </section>
  );
}

function Rounds({ event }: { event: SongEvent }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const rounds = [
    { key: 'round1', text: t('songs.round1Short'), ...event.nominations },
    { key: 'round2', text: t('songs.round2Short'), ...event.final },
  ] as const;
  return (
    <section aria-labelledby="rounds" className="card">
      <SectionHeading id="rounds">{t('songs.rounds')}</SectionHeading>
      <ol className="space-y-4">
        {rounds.map(({ key, text, opensAt, closesAt }, index) => (
          <li key={key} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="action num grid size-9 shrink-0 place-content-center rounded-full text-small font-extrabold"
            >
              {index + 1}
            </span>
            <div className="min-w-0 pt-1">
              <p className="text-body font-bold">{t(`songs.${key}`)}</p>
              <p className="mt-0.5 text-small text-pretty text-mute">{text}</p>
              <p className="num mt-1 text-caption font-semibold">
                <span className="block">{friendly(opensAt)} →</span>
                <span className="block">{friendly(closesAt)}</span>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
