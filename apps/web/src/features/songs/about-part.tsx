import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { WithSongs, SongStage } from './song-stage.tsx';

/** Shows the full explanation of the song event, with its published rules. */
export function AboutPart(): ReactNode {
  const t = useText();
  return (
    <SongStage section="about" title={t('songs.about')} text={t('songs.aboutText')}>
      <WithSongs>
        {(_, { rules }) => (
          <article className="card space-y-6">
            <section>
              <h2 className="text-title font-bold">{t('songs.what')}</h2>
              <p className="mt-1.5 text-body text-pretty text-mute">{t('songs.whatText')}</p>
            </section>
            {rules.map(({ title, text }) => (
              <section key={title}>
                <h2 className="text-title font-bold">{title}</h2>
                <p className="mt-1.5 text-body text-pretty text-mute">{text}</p>
              </section>
            ))}
          </article>
        )}
      </WithSongs>
    </SongStage>
  );
}
