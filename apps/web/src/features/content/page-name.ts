import type { PageSlug } from '@lightstick/contract';
import type { MessageId } from '#/lib/i18n/i18n.ts';

const names = {
  'about-us': 'page.name.about-us',
  'ranking-intro': 'page.name.ranking-intro',
  rule: 'page.name.rule',
  'feature-fan-rule': 'page.name.feature-fan-rule',
  'feature-fan-question-rule': 'page.name.feature-fan-question-rule',
  'video-rules': 'page.name.video-rules',
  'ai-avatar-rules': 'page.name.ai-avatar-rules',
  'use-terms': 'page.name.use-terms',
  'privacy-policy': 'page.name.privacy-policy',
  'csae-policy': 'page.name.csae-policy',
} as const satisfies Record<PageSlug, MessageId>;

/** Every page, in the order in which they are offered: help first, terms last. */
export const pageOrder = Object.keys(names) as readonly PageSlug[];

/** Returns a page's name in links, and until its title is loaded. */
export function pageName(slug: PageSlug): MessageId {
  return names[slug];
}

export function pagePath(slug: PageSlug): string {
  return `/${slug}`;
}

/** Returns the page that a path of the app shows, with any ending. */
export function slugOfPath(path: string): PageSlug | undefined {
  const [pathname] = path.split(/[?#]/, 1);
  return pageOrder.find((slug) => pagePath(slug) === pathname);
}
