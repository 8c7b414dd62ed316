import type { ReactNode } from 'react';
import { WrittenPage } from '../pages/written-page.tsx';

/** How children are kept safe. */
export function CsaePolicyScreen(): ReactNode {
  return <WrittenPage slug="csae-policy" />;
}
