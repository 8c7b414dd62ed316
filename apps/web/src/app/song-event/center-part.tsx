import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AssetTiles } from '#/features/points/asset-tiles.tsx';
import { SongVoteRecords } from '#/features/songs/song-vote-records.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { MeIcon } from '#/ui/icons/first-icons.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { usePlatform } from '../use-platform.ts';
import { MyFinalVotes } from './my-final-votes.tsx';
import { sectionPath } from './sections.ts';
import { SongStage } from './song-stage.tsx';

/** The fan's own page in the song event: what they can vote with, and what they voted for. */
export function CenterPart(): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <SongStage section="center" title={t('songs.center')} text={t('songs.centerText')}>
      {session ? <Mine /> : <SignInFirst />}
    </SongStage>
  );
}

function Mine(): ReactNode {
  const t = useText();
  return (
    <>
      <MyFinalVotes />
      <section aria-labelledby="song-assets" className="card">
        <SectionHeading id="song-assets" more={{ to: '/mall', text: t('home.toMall') }}>
          {t('me.assets')}
        </SectionHeading>
        <AssetTiles />
      </section>
      <section aria-labelledby="my-song-votes" className="card">
        <SectionHeading id="my-song-votes">{t('songs.mine')}</SectionHeading>
        <SongVoteRecords
          toSongs={
            <Link href={sectionPath('list')} replace className={buttonStyle('soft')}>
              {t('songs.toList')}
            </Link>
          }
        />
      </section>
    </>
  );
}

/** A host app signs its fans in itself, so there the way to our own sign-in would lead nowhere good. */
function SignInFirst(): ReactNode {
  const t = useText();
  const platform = usePlatform();
  return (
    <div className="card">
      <Empty
        icon={MeIcon}
        text={t('songs.signIn')}
        action={
          platform === 'web' ? (
            <Link href={signInPath(sectionPath('center'))} className={buttonStyle('primary', 'large')}>
              {t('account.signIn')}
            </Link>
          ) : null
        }
      />
    </div>
  );
}
