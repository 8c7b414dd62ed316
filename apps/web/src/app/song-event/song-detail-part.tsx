import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Empty } from '#/ui/empty.tsx';
import { MusicIcon } from '#/ui/icons/more-icons.tsx';
import { RecordArt } from '../art/record-art.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { sectionPath } from './sections.ts';
import { SongStage } from './song-stage.tsx';

/** One song, the one that `?songId=` names. */
export function SongDetailPart(): ReactNode {
  const t = useText();
  const songId = new URLSearchParams(useSearch()).get('songId');
  const toList = (
    <Link href={sectionPath('list')} replace className={buttonStyle('soft', 'large')}>
      {t('songs.toList')}
    </Link>
  );
  return (
    <SongStage section="list" title={t('songs.song')} isWithin soon={songId !== null} art={<RecordArt />}>
      {songId ? (
        <OpensSoon title={t('songs.songSoon')} action={toList}>
          {t('songs.songSoonText')}
        </OpensSoon>
      ) : (
        <div className="card">
          <Empty icon={MusicIcon} text={t('songs.noSong')} action={toList} />
        </div>
      )}
    </SongStage>
  );
}
