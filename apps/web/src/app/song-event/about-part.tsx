import type { ReactNode } from 'react';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { SongStage } from './song-stage.tsx';

type Chapter = { readonly title: MessageId; readonly text: MessageId };

const chapters: readonly Chapter[] = [
  { title: 'songs.what', text: 'songs.whatText' },
  { title: 'songs.round1', text: 'songs.round1Text' },
  { title: 'songs.round2', text: 'songs.round2Text' },
  { title: 'songs.counting', text: 'songs.countingText' },
  { title: 'songs.fair', text: 'songs.fairText' },
];

/** The song event explained in full. */
export function AboutPart(): ReactNode {
  const t = useText();
  return (
    <SongStage section="about" title={t('songs.about')} text={t('songs.aboutText')}>
      <article className="card space-y-6">
        {chapters.map(({ title, text }) => (
          <section key={title}>
            <h2 className="text-title font-bold">{t(title)}</h2>
            <p className="mt-1.5 text-body text-pretty text-mute">{t(text)}</p>
          </section>
        ))}
      </article>
    </SongStage>
  );
}
