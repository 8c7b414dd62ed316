import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CopyButton } from '#/ui/copy-button.tsx';
import { inviteLink } from '../invites/invite-link.ts';

/** The code by which other fans name this one, and the link that brings new ones. */
export function MyCode({ fanCode }: { fanCode: string }): ReactNode {
  const t = useText();
  const link = inviteLink(fanCode);
  return (
    <ul className="space-y-2.5">
      <Line label={t('account.fanCode')} copy={<CopyButton text={fanCode} label={t('copy.action')} />}>
        <span className="num text-title font-extrabold tracking-wide">{fanCode}</span>
      </Line>
      <Line label={t('myProfile.inviteLink')} copy={<CopyButton text={link} label={t('copy.action')} />}>
        <span className="block truncate text-small font-semibold">{link}</span>
      </Line>
    </ul>
  );
}

function Line({ label, copy, children }: { label: string; copy: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li className="flex items-center justify-between gap-3 rounded-tile bg-bg p-3 pl-4">
      <div className="min-w-0">
        <p className="text-caption font-semibold text-mute">{label}</p>
        <p className="mt-0.5 min-w-0">{children}</p>
      </div>
      {copy}
    </li>
  );
}
