import type { ReactNode } from 'react';
import { Banners } from '#/features/banners/banners.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { EventSections } from '../activity/event-sections.tsx';
import { FairLuck } from '../activity/fair-luck.tsx';

/** Everything to take part in: the elections, and the games of luck that open soon. */
export function ActivityScreen(): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader title={t('activity.title')} subtitle={t('activity.subtitle')} backTo="/" />
      <div className="space-y-5 px-4">
        <Banners type="activity" />
        <EventSections />
        <FairLuck />
      </div>
    </>
  );
}
