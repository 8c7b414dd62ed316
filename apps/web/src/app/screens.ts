import { prefetch, type LazyPart, lazyPart } from '#/lib/lazy-part.ts';
import { places, withoutEndSlash } from './places.ts';

const loadOthers = () => import('./other-screens.tsx');
const otherScreen = lazyPart(() => loadOthers().then((module) => module.OtherScreen));

function placeAt(path: string): LazyPart | undefined {
  const route = withoutEndSlash(path);
  return Object.hasOwn(places, route) ? places[route as keyof typeof places] : undefined;
}

/** Returns the screen of a path, the designed not-found page among them. */
export function screenAt(path: string): LazyPart {
  return placeAt(path) ?? otherScreen;
}

/** Fetches a screen's chunk early. Never rejects: a screen that is shown loads, and fails, properly. */
export async function preloadScreen(path: string): Promise<void> {
  const place = placeAt(path);
  if (place) return place.preload();
  return prefetch(async () => {
    const { otherScreenAt } = await loadOthers();
    await Promise.all([otherScreen.preload(), otherScreenAt(path).preload()]);
  });
}
