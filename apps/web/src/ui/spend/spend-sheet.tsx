import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useFailureText } from '#/lib/failure.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle, Button, type ButtonVariant } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from './stepper.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

export type SpendState<Answer> = {
  /** The server's answer to the latest press, until the fan wants to spend again. */
  readonly settled: Answer | null;
  readonly settle: (answer: Answer) => void;
  readonly again: () => void;
  /** The fan has pressed to spend again, on a button that is no longer there: the form takes the focus. */
  readonly isAgain: boolean;
};

/** Returns the state of a spending sheet, with the celebration of a success. */
export function useSpendState<Answer>(isCelebrated: (answer: Answer) => boolean = () => true): SpendState<Answer> {
  const [settled, setSettled] = useState<Answer | null>(null);
  const [isAgain, setIsAgain] = useState(false);
  return {
    settled,
    isAgain,
    settle: (answer) => {
      setSettled(answer);
      if (isCelebrated(answer)) celebrate();
    },
    again: () => {
      setIsAgain(true);
      setSettled(null);
    },
  };
}

/** A request whose answer never came. */
type UnsettledSpend = {
  /** The request that was sent. */
  readonly text: string;
  readonly askAgainLabel: string;
  readonly onAskAgain: () => void;
  readonly lead?: ReactNode;
  readonly note?: string;
};

/** The request as `useIntent` sends it. */
type SendingState = { readonly isPending: boolean; readonly error: Error | null };

type SpendSheetProps<Answer> = {
  title: ReactNode;
  subtitle?: ReactNode;
  media?: ReactNode;
  onClose: () => void;
  spend: SpendState<Answer>;
  sending: SendingState;
  unsettled: UnsettledSpend | null;
  /** Stands above the form and above every end. */
  above?: ReactNode;
  /** Beneath the form and a request without an answer. */
  below?: ReactNode;
  /** Shows the outcome; begins with `SettledNotice`, ends with `SettledActions`. */
  renderSettled: (answer: Answer, close: () => void) => ReactNode;
  /** Shows the amount, what it costs, and why it was refused. */
  children: (close: () => void) => ReactNode;
};

/**
 * Shows a sheet that spends value. It has three ends: settled, refused (the form stays with the error), and unknown:
 * until the server has answered, only the same request can be sent.
 */
export function SpendSheet<Answer>(props: SpendSheetProps<Answer>): ReactNode {
  const { title, subtitle, media, onClose, spend, sending, unsettled, above, below, renderSettled, children } = props;
  const { settled } = spend;
  return (
    <Sheet title={title} subtitle={subtitle} media={media} docks onClose={onClose}>
      {(close) => {
        if (settled === null && !unsettled && above === undefined) {
          return (
            <>
              {children(close)}
              {below}
            </>
          );
        }
        return (
          <>
            <div className="mt-5 space-y-4">
              {above}
              {settled === null ? null : <div className="enter space-y-4">{renderSettled(settled, close)}</div>}
              {settled === null && unsettled ? <Unsettled {...unsettled} sending={sending} /> : null}
              {settled === null && !unsettled ? children(close) : null}
            </div>
            {settled === null ? below : null}
          </>
        );
      }}
    </Sheet>
  );
}

type UnsettledProps = UnsettledSpend & { sending: SendingState };

/** The server never answered; asking again repeats the same request, which counts once. */
function Unsettled({ text, askAgainLabel, onAskAgain, lead, note, sending }: UnsettledProps): ReactNode {
  const notice = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="space-y-4 outline-none">
      {lead}
      <UnsettledAlert text={text} error={sending.error} />
      <SpendButton size="large" busy={sending.isPending} onClick={onAskAgain}>
        {askAgainLabel}
      </SpendButton>
      {note === undefined ? null : <p className="text-center text-small text-mute">{note}</p>}
    </div>
  );
}

/** Shows a request without an answer, and the error of its last attempt. */
export function UnsettledAlert({ text, error }: { text: string; error: Error | null }): ReactNode {
  const failure = useFailureText()(error);
  return (
    <InlineAlert>
      <p>{text}</p>
      {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
    </InlineAlert>
  );
}

/** Says what was spent and its effect; takes the focus from the pressed button. */
export function SettledNotice({ title, detail }: { title: ReactNode; detail: ReactNode }): ReactNode {
  const status = useArrivingFocus<HTMLDivElement>();
  return (
    <div
      ref={status}
      role="status"
      tabIndex={-1}
      className="flex items-center gap-4 rounded-tile bg-ok-soft p-4 text-ok outline-none"
    >
      <span className="grid size-12 shrink-0 place-content-center rounded-full bg-ok text-surface">
        <CheckIcon size={28} />
      </span>
      <div className="min-w-0">
        <p className="text-title font-extrabold text-balance">{title}</p>
        <p className="num text-small font-semibold">{detail}</p>
      </div>
    </div>
  );
}

type SettledActionsProps = {
  onDone: () => void;
  /** The button that closes the sheet, if it leads to more than being done. */
  doneText?: string | undefined;
  /** The screen on which the purchase is used. */
  next?: { readonly to: string; readonly text: string };
  /** Spends again, if something is left. */
  again?: { readonly text: string; readonly onAgain: () => void } | undefined;
};

export function SettledActions({ onDone, doneText, next, again }: SettledActionsProps): ReactNode {
  const t = useText();
  return (
    <>
      {next ? (
        <Link href={next.to} className={buttonStyle('primary', 'large')}>
          {next.text}
        </Link>
      ) : null}
      <Button {...(next ? quiet : { size: 'large' })} onClick={onDone}>
        {doneText ?? t('common.done')}
      </Button>
      {again ? (
        <Button {...quiet} onClick={again.onAgain}>
          {again.text}
        </Button>
      ) : null}
    </>
  );
}

const quiet = { variant: 'quiet', className: 'w-full' } as const;

type AmountFormProps = {
  /** The unit of the amount. */
  label: string;
  max: number;
  presets: readonly number[];
  takesFocus: boolean;
  isBusy: boolean;
  /** Says what there is to spend. */
  note: string;
  /** Shows what this amount costs besides itself. */
  renderCost?: (num: number) => ReactNode;
  errorText: string | undefined;
  actionLabel: (num: number) => string;
  variant?: ButtonVariant;
  /** The number was changed, so the former error no longer applies. */
  onChange: () => void;
  onSpend: (num: number) => void;
  onClose: () => void;
};

/** Shows the amount, and one button that names its action. */
export function AmountForm({ label, max, presets, takesFocus, isBusy, ...rest }: AmountFormProps): ReactNode {
  const t = useText();
  const [wanted, setWanted] = useState(1);
  const num = Math.min(wanted, Math.max(1, max));
  return (
    <>
      <Stepper
        label={label}
        value={num}
        max={max}
        presets={presets}
        disabled={isBusy}
        takesFocus={takesFocus}
        onChange={(next) => {
          rest.onChange();
          setWanted(next);
        }}
      />
      <p className="num text-small text-pretty text-mute">{rest.note}</p>
      {rest.renderCost?.(num)}
      {rest.errorText === undefined ? null : <InlineAlert>{rest.errorText}</InlineAlert>}
      <SpendButton
        size="large"
        variant={rest.variant ?? 'primary'}
        busy={isBusy}
        disabled={num < 1}
        onClick={() => rest.onSpend(num)}
      >
        {rest.actionLabel(num)}
      </SpendButton>
      <Button variant="quiet" className="w-full" onClick={rest.onClose}>
        {t('common.notNow')}
      </Button>
    </>
  );
}
