import type { ReactNode } from 'react';
import { useFailureText } from '#/lib/failure.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from './button.tsx';
import { AlertIcon, RefreshIcon } from './icons/shell-icons.tsx';

type LoadErrorProps = {
  /** Says what could not be loaded. */
  text: string;
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
};

/** Says what could not be loaded and why, and lets the fan try again. */
export function LoadError({ text, error, onRetry, retrying = false }: LoadErrorProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-10 text-center">
      <span className="grid size-16 place-content-center rounded-full bg-warn-soft text-warn">
        <AlertIcon size={30} />
      </span>
      <p className="text-body font-bold">{text}</p>
      {failure ? <p className="max-w-72 text-small text-mute">{failure.detail}</p> : null}
      {failure?.requestId ? (
        <p dir="auto" className="max-w-full truncate text-caption text-mute">
          {t('failure.requestId', { requestId: failure.requestId })}
        </p>
      ) : null}
      <Button variant="soft" busy={retrying} onClick={onRetry}>
        {retrying ? null : <RefreshIcon size={18} />}
        {t('common.retry')}
      </Button>
    </div>
  );
}
