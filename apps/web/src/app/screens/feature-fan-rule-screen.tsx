import type { ReactNode } from 'react';
import { WrittenPage } from '../pages/written-page.tsx';

/** How fans treat each other. */
export function FeatureFanRuleScreen(): ReactNode {
  return <WrittenPage slug="feature-fan-rule" />;
}
