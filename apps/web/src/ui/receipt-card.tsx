import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CopyButton } from './copy-button.tsx';
import { useArrivingFocus } from './use-arriving-focus.ts';

type ReceiptCardProps = {
  lines: readonly (readonly [label: string, value: string])[];
  /** What the receipt proves. */
  note: string;
  /** The copied record, as the server sent it. */
  record: object;
  /** True if it replaces the button that the fan pressed for it. */
  takesFocus: boolean;
};

/** A receipt as a list of labelled values that can be copied. */
export function ReceiptCard({ lines, note, record, takesFocus }: ReceiptCardProps): ReactNode {
  const t = useText();
  const place = useArrivingFocus<HTMLDivElement>(takesFocus);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="enter rounded-tile border border-dashed border-line bg-bg p-4 outline-none"
    >
      <dl className="space-y-2.5">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className="text-caption font-semibold text-mute">{label}</dt>
            <dd className="num text-small font-semibold break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-caption text-mute">{note}</p>
      <CopyButton className="mt-3 w-full" text={JSON.stringify(record, null, 2)} label={t('receipt.copy')} />
    </div>
  );
}
