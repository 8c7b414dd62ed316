import type { ReactNode } from 'react';
import { WrittenPage } from '../pages/written-page.tsx';

/** What Lightstick is, for whom, and who runs it. */
export function AboutUsScreen(): ReactNode {
  return <WrittenPage slug="about-us" />;
}
