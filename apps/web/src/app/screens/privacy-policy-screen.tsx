import type { ReactNode } from 'react';
import { WrittenPage } from '../pages/written-page.tsx';

/** What is stored about fans, and for how long. */
export function PrivacyPolicyScreen(): ReactNode {
  return <WrittenPage slug="privacy-policy" />;
}
