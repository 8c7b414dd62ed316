import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from './button.tsx';
import { CheckIcon } from './icons/shell-icons.tsx';
import { CopyIcon } from './icons/more-icons.tsx';
import { showToast } from './toast/toast-store.ts';

type CopyButtonProps = { text: string; label: string; className?: string };

const confirmedMs = 2000;

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, label, className = '' }: CopyButtonProps): ReactNode {
  const t = useText();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), confirmedMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = () => {
    // Browsers offer the clipboard in secure contexts only, and may refuse it.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('There is no clipboard.'));
    writing.then(
      () => setCopied(true),
      () => showToast({ kind: 'warning', title: t('copy.failed') }),
    );
  };

  return (
    <Button variant="soft" className={className} onClick={copy}>
      {copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      <span aria-live="polite">{copied ? t('copy.done') : label}</span>
    </Button>
  );
}
