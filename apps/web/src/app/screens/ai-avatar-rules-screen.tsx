import type { ReactNode } from 'react';
import { WrittenPage } from '../pages/written-page.tsx';

/** What the AI host is, and is not. */
export function AiAvatarRulesScreen(): ReactNode {
  return <WrittenPage slug="ai-avatar-rules" backTo="/agent-live-room" />;
}
