import { screenRoutes } from '@lightstick/contract';
import { expect, test } from 'vitest';
import { routeOf } from './other-screens.tsx';

test.each(screenRoutes)('content may lead to %s, and there is a screen', (route) => {
  expect(routeOf(route)).toBeDefined();
});
