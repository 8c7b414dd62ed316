import type { MessageId } from '#/lib/i18n/i18n.ts';

/** Where everything of the song event lives; the address itself shows its home. */
export const songEventPath = '/snh48vote';

/** The sub-screens that have a place in the event's own navigation, in its order. */
export const sections = ['home', 'about', 'concert', 'list', 'rewards', 'center'] as const;
export type Section = (typeof sections)[number];

export const sectionNames: Readonly<Record<Section, MessageId>> = {
  home: 'songs.nav.home',
  about: 'songs.nav.about',
  concert: 'songs.nav.concert',
  list: 'songs.nav.list',
  rewards: 'songs.nav.rewards',
  center: 'songs.nav.center',
};

export function sectionPath(section: Section): string {
  return `${songEventPath}/${section}`;
}
