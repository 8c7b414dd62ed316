import type { ReactNode } from 'react';
import { WrittenPage } from '../pages/written-page.tsx';

/** How quizzes and riddles are judged. */
export function FeatureFanQuestionRuleScreen(): ReactNode {
  return <WrittenPage slug="feature-fan-question-rule" backTo="/task" />;
}
