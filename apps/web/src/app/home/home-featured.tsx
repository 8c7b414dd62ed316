import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { FeaturedFanFigure } from '#/features/ai-host/featured-fan.tsx';
import { useAgentRoom } from '#/features/ai-host/room-queries.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';

/** Shows the fan of the day, with a link to the room; nothing without one or without an answer. */
export function HomeFeatured(): ReactNode {
  const t = useText();
  const featured = useAgentRoom().data?.stage.featured;
  if (!featured) return null;
  return (
    <section aria-labelledby="home-featured" className="card enter">
      <SectionHeading id="home-featured" more={{ to: '/feature-fan-rule', text: t('agent.featured.rule') }}>
        {t('agent.featured')}
      </SectionHeading>
      <FeaturedFanFigure featured={featured} />
      <Link href="/agent-live-room" className={`${buttonStyle('soft', 'large')} mt-4`}>
        {t('agent.featured.ask')}
      </Link>
    </section>
  );
}
