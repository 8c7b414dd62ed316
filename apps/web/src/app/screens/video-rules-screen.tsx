import type { ReactNode } from 'react';
import { WrittenPage } from '../pages/written-page.tsx';

/** What a fan video may show. */
export function VideoRulesScreen(): ReactNode {
  return <WrittenPage slug="video-rules" backTo="/dazzle-upload" />;
}
