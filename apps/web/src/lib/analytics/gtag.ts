import type { AnalyticsAdapter } from './analytics-adapter.ts';
import type { AnalyticsEvent } from './analytics-event.ts';

type TagWindow = Window & { dataLayer?: unknown[] };

/**
 * Sends the same events to Google Analytics (gtag.js, https://developers.google.com/tag-platform/gtagjs). Its own page
 * views, signals and advertising are off: it gets what our own server gets, and the route instead of the address. That
 * holds for the events too that Google's script sends of its own accord: they would carry the address bar, queries and
 * all, and the page before.
 *
 * @param screen - the route of the screen that is shown now.
 */
export function gtag(id: string, screen: string, page: TagWindow = window): AnalyticsAdapter {
  const layer = (page.dataLayer ??= []);
  // The script tells commands from other entries by their being an Arguments object, which no array is.
  function command(..._words: unknown[]): void {
    layer.push(arguments);
  }

  const script = page.document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  page.document.head.append(script);

  command('js', new Date());
  const tellScreen = (route: string) => command('set', { ...locationOf(route, page), page_referrer: '' });
  tellScreen(screen);
  command('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  return {
    send: (event) => {
      if (event.name === 'screen_view') tellScreen(event.screen);
      command('event', event.name === 'screen_view' ? 'page_view' : event.name, parametersOf(event, page));
    },
  };
}

function parametersOf({ screen, properties }: AnalyticsEvent, page: Window): Record<string, unknown> {
  return { ...locationOf(screen, page), ...properties };
}

function locationOf(screen: string, page: Window): Record<string, string> {
  return { page_location: page.location.origin + screen, page_title: screen };
}
