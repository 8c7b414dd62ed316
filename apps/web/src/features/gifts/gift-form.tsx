import { type FormEvent, type ReactNode, useState } from 'react';
import { matching, required } from '#/lib/form/field-rules.ts';
import { useFields } from '#/lib/form/use-fields.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-field.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from '#/ui/stepper.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { giftErrorText } from './gift-error-text.ts';
import { GiftReceiver } from './gift-receiver.tsx';
import { NothingToGive } from './nothing-to-give.tsx';
import { receiverIn, receiverShape } from './receiver-name.ts';
import { type GiftTerms, useGiftReceiver } from './use-gift-terms.ts';
import type { useGiveTickets } from './use-give-tickets.ts';

type GiftFormProps = {
  terms: GiftTerms;
  gift: ReturnType<typeof useGiveTickets>;
  /** The fan has pressed to give more, on what is no longer there. */
  isBack: boolean;
  onClose: () => void;
};

const presets = [1, 5, 10];
const plan = {
  receiver: { label: 'gift.receiver', rules: [required, matching(receiverShape, 'K7Q2M9XA')] },
} as const;

/** To whom and how many, or why nothing can be given at this moment. */
export function GiftForm(props: GiftFormProps): ReactNode {
  const t = useText();
  const { terms, gift, onClose } = props;
  // That voting has ended is the server's to say, as the end may have been put off. What is on its way was sent in time, as
  // far as anybody knows: its answer is waited for.
  if (gift.isPending || (terms.state === 'open' && mostOf(terms) > 0)) return <GiftFields {...props} />;
  return (
    <>
      {gift.error ? <InlineAlert>{giftErrorText(gift.error, t)}</InlineAlert> : null}
      <NothingToGive terms={terms} onClose={onClose} />
    </>
  );
}

function mostOf({ tickets, leftToday }: GiftTerms): number {
  return Math.min(tickets, leftToday);
}

/** The form itself; who has a fan code is shown before anything is given. */
function GiftFields({ terms, gift, isBack, onClose }: GiftFormProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { fields, values, check } = useFields(plan);
  const field = useArrivingFocus<HTMLInputElement>(isBack);
  const [wanted, setWanted] = useState(1);
  const named = receiverIn(values.receiver);
  const receiver = useGiftReceiver(named?.by === 'fanCode' ? named.toAccount : undefined);
  const most = mostOf(terms);
  const num = Math.min(wanted, Math.max(1, most));
  const name = named?.by === 'fanCode' ? receiver.data?.nickname : undefined;
  const isUnknown = named?.by === 'fanCode' && receiver.data === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check() && named && !isUnknown && num > 0) gift.give(named.toAccount, num);
  };
  return (
    <form noValidate className="mt-5 space-y-4" onSubmit={submit}>
      <FormField
        ref={field}
        label={fields.receiver.label}
        hint={t('gift.receiverHint')}
        error={fields.receiver.error}
        value={fields.receiver.value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        readOnly={gift.isPending}
        aria-disabled={gift.isPending || undefined}
        onBlur={fields.receiver.leave}
        onChange={(event) => {
          gift.reset();
          fields.receiver.set(event.currentTarget.value);
        }}
      />
      {named ? <GiftReceiver by={named.by} receiver={receiver} /> : null}
      <Stepper
        label={t('gift.amount')}
        value={num}
        max={most}
        presets={presets}
        disabled={gift.isPending}
        onChange={(next) => {
          gift.reset();
          setWanted(next);
        }}
      />
      <p className="num text-small text-pretty text-mute">
        {t('gift.leftToday', { tickets: terms.tickets, left: terms.leftToday, resets: friendly(terms.resetsAt) })}
      </p>
      {gift.error ? <InlineAlert>{giftErrorText(gift.error, t)}</InlineAlert> : null}
      <SpendButton type="submit" size="large" busy={gift.isPending} disabled={isUnknown || num < 1}>
        {name === undefined ? t('gift.give', { count: num }) : t('gift.giveTo', { count: num, name })}
      </SpendButton>
      <Button variant="quiet" className="w-full" onClick={onClose}>
        {t('common.notNow')}
      </Button>
    </form>
  );
}
