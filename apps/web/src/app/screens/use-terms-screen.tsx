import type { ReactNode } from 'react';
import { WrittenPage } from '../pages/written-page.tsx';

/** What fans and the operator may expect of each other. */
export function UseTermsScreen(): ReactNode {
  return <WrittenPage slug="use-terms" />;
}
