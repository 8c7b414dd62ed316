import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { ReceiptIcon, SearchIcon, SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { type Way, WayList } from '../way-list.tsx';

const ways: readonly Way[] = [
  { to: '/support-record', icon: ReceiptIcon, title: 'records.title', text: 'more.recordsText' },
  { to: '/search-idol', icon: SearchIcon, title: 'search.title', text: 'more.searchText' },
  { to: '/activity', icon: SparkleIcon, title: 'activity.title', text: 'more.activityText' },
];

/** The ways to what has no place of its own in the navigation. */
export function MyMore(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="my-more" className="card">
      <SectionHeading id="my-more">{t('more.title')}</SectionHeading>
      <WayList ways={ways} />
    </section>
  );
}
