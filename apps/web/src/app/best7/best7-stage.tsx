import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { StageTop } from '../stage-top.tsx';

/** The stage of Best 7, with the seven on it. */
export function Best7Stage({ children }: { children?: ReactNode }): ReactNode {
  const t = useText();
  return (
    <StageTop title={t('best7.title')} text={t('best7.text')} backTo="/">
      {children}
    </StageTop>
  );
}
