import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { NextIcon } from './icons/shell-icons.tsx';
import { CoinsIcon } from './icons/more-icons.tsx';

/** Links to the deployment's external recharge page; nothing where the settings name none. */
export function RechargeLink({ address }: { address: string | null | undefined }): ReactNode {
  const t = useText();
  if (!address) return null;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="press card flex items-center gap-4 py-4 text-ink"
    >
      <span className="action grid size-12 shrink-0 place-content-center rounded-control">
        <CoinsIcon />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-body font-bold">{t('recharge.title')}</span>
        <span className="block text-small text-mute">{t('recharge.text')}</span>
      </span>
      <NextIcon size={20} className="text-mute" />
    </a>
  );
}
