import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { StayTuned } from '../stay-tuned.tsx';

export function LiveScreen(): ReactNode {
  const t = useText();
  return <StayTuned title="Lightstick">{t('stayTuned.text')}</StayTuned>;
}
