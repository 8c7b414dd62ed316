import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useVoteIntent } from '#/app/vote-sheet-for.tsx';
import { PreviewPlayer } from '#/features/songs/preview-button.tsx';
import { SongAction, SongFigures } from '#/features/songs/song-row.tsx';
import { useSongPhase, type SongPage, useSong } from '#/features/songs/songs.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Cover } from '#/ui/cover.tsx';
import { Empty } from '#/ui/empty.tsx';
import { MusicIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { sectionPath } from '#/features/songs/songs.ts';
import { useSignIn, SongVoteSheetFor } from './song-rows.tsx';
import { SongStage } from '#/features/songs/song-stage.tsx';

/** Shows the song of `?songId=`: its preview, rank, story, and a button to vote for it. */
export function SongDetailPart(): ReactNode {
  const t = useText();
  const songId = useQueryParameter('songId');
  const page = useSong(songId);
  const song = page.data?.song;
  return (
    <SongStage
      section="list"
      isWithin
      title={song?.title ?? t('songs.song')}
      {...(song && { text: `${song.artist} · ${song.year}` })}
    >
      {page.data ? <SongBody page={page.data} /> : <NoSong songId={songId} page={page} />}
    </SongStage>
  );
}

/** Stands in for a song: the address names none or an unknown one, or it loads, or loading failed. */
function NoSong({ songId, page }: { songId: string | null; page: ReturnType<typeof useSong> }): ReactNode {
  const t = useText();
  if (songId === null || refusalReason(page.error) === 'SONG_NOT_FOUND') {
    const toList = (
      <Link href={sectionPath('list')} replace className={buttonStyle('soft', 'large')}>
        {t('songs.toList')}
      </Link>
    );
    return (
      <div className="card">
        <Empty icon={MusicIcon} text={t(songId === null ? 'songs.noSong' : 'songs.songGone')} action={toList} />
      </div>
    );
  }
  if (page.isError) {
    return (
      <div className="card">
        <LoadError
          text={t('songs.error')}
          error={page.error}
          retrying={page.isFetching}
          onRetry={() => void page.refetch()}
        />
      </div>
    );
  }
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-80 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </LoadingRegion>
  );
}

function SongBody({ page: { event, song, mine } }: { page: SongPage }): ReactNode {
  const t = useText();
  const phase = useSongPhase(event);
  const toSignIn = useSignIn();
  const vote = useVoteIntent();
  return (
    <>
      <section
        aria-label={t('songs.preview')}
        className="card grid grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))] gap-4"
      >
        <Cover src={song.coverUrl} width={318} height={212} className="h-full min-h-44 w-full rounded-tile" />
        <div className="space-y-4">
          <PreviewPlayer song={song} />
          <SongFigures song={song} phase={phase} mine={mine} />
          <SongAction
            song={song}
            phase={phase}
            mine={mine}
            isLarge
            onSignIn={toSignIn}
            onVote={() => vote.open(song.songId)}
          />
        </div>
      </section>
      <section aria-labelledby="song-story" className="card">
        <h2 id="song-story" className="text-title font-bold">
          {t('songs.story')}
        </h2>
        <p className="mt-1.5 text-body text-pretty text-mute">{song.story}</p>
        <blockquote className="mt-4 rounded-tile bg-bg p-4 text-body font-semibold text-pretty">
          {song.lyrics}
        </blockquote>
      </section>
      <SongVoteSheetFor vote={vote} songs={[song]} mine={mine} activityId={event.activityId} />
    </>
  );
}
