import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';

type FormActionsProps = {
  busy: boolean;
  /** False: its answer has to be waited for. */
  closable: boolean;
  onCancel: () => void;
  children: ReactNode;
};

/** The end of a form in a sheet: what it does, and the way out of it. */
export function FormActions({ busy, closable, onCancel, children }: FormActionsProps): ReactNode {
  const t = useText();
  return (
    <div className="space-y-1 pt-1">
      <Button type="submit" size="large" busy={busy}>
        {children}
      </Button>
      <Button variant="quiet" className="w-full" disabled={!closable} onClick={onCancel}>
        {t('security.cancel')}
      </Button>
    </div>
  );
}
