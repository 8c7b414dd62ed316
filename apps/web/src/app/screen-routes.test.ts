import { screenName, screenRoutes } from '@lightstick/contract/screen-routes';
import { expect, test } from 'vitest';
import { routeOf } from './other-screens.tsx';

test.each(screenRoutes)('content may lead to %s, and there is a screen', (route) => {
  expect(routeOf(route)).toBeDefined();
});

test('the upload of videos has the name that reports know it by', () => {
  expect(screenName('/dazzle-upload')).toBe('video_upload');
  expect(new Set(screenRoutes.map(screenName)).size).toBe(screenRoutes.length);
});
