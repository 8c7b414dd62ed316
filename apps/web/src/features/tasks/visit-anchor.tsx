import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import type { VisitLinkKind } from './use-tasks.ts';

type VisitAnchorProps = {
  link: VisitLinkKind;
  /** The name of an anchor whose text does not suffice. */
  label?: string;
  className: string;
  onOpen: () => void;
  children: ReactNode;
};

/** Shows a real link, which pop-up blockers allow: pages of ours open in this window, others in a new one. */
export function VisitAnchor({ link: { url }, label, className, onOpen, children }: VisitAnchorProps): ReactNode {
  const t = useText();
  const opening = { onClick: onOpen, onAuxClick: onOpen, className };
  if (/^\/(?!\/)/.test(url)) {
    return (
      <Link href={url} aria-label={label} {...opening}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label && `${label} ${t('visit.newWindow')}`}
      {...opening}
    >
      {children}
      {label ? null : <span className="sr-only"> {t('visit.newWindow')}</span>}
    </a>
  );
}
