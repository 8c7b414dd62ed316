import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type FormEvent, useState } from 'react';
import { isFinalAnswer } from '#/lib/api/api-error.ts';
import { matching, required } from '#/lib/form/field-rules.ts';
import { useFields } from '#/lib/form/use-fields.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { GiftIcon, ClockIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { Stepper } from '#/ui/spend/stepper.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import {
  type Gift,
  useGiveTickets,
  useGiftTerms,
  giftErrorText,
  receiverIn,
  type GiftTerms,
  useGiftReceiver,
  type ReceiverName,
  type ReceiverFace,
} from './use-gifts.ts';

type GiftSheetProps = {
  activityId: string;
  /** Replaces the form when the fan has no tickets. */
  topUp: ReactNode;
  onClose: () => void;
};

/** Shows the sheet to give tickets to another fan: recipient, amount and result. */
export function GiftSheet({ activityId, topUp, onClose }: GiftSheetProps): ReactNode {
  const t = useText();
  const spend = useSpendState<Gift>();
  const gift = useGiveTickets(activityId, spend.settle);
  const { unsettled } = gift;
  return (
    <SpendSheet
      onClose={onClose}
      title={t('gift.title')}
      subtitle={t('gift.subtitle')}
      media={
        <span className="action grid size-16 shrink-0 place-content-center rounded-tile">
          <GiftIcon size={30} />
        </span>
      }
      spend={spend}
      sending={gift}
      unsettled={
        unsettled && {
          text: t('gift.unsettled', { count: unsettled.num }),
          askAgainLabel: t('gift.askAgain'),
          onAskAgain: () => gift.give(unsettled.toAccount, unsettled.num),
        }
      }
      renderSettled={({ num: count, fan, ticketsLeft, leftToday }, close) => (
        <>
          <SettledNotice
            title={fan ? t('gift.givenTo', { count, name: fan.nickname }) : t('gift.given', { count })}
            detail={t('gift.remains', { tickets: ticketsLeft, left: leftToday })}
          />
          <SettledActions
            onDone={close}
            again={Math.min(ticketsLeft, leftToday) > 0 ? { text: t('gift.again'), onAgain: spend.again } : undefined}
          />
        </>
      )}
    >
      {(close) => <Giving activityId={activityId} gift={gift} isAgain={spend.isAgain} topUp={topUp} onClose={close} />}
    </SpendSheet>
  );
}

type GivingProps = {
  activityId: string;
  gift: ReturnType<typeof useGiveTickets>;
  isAgain: boolean;
  topUp: ReactNode;
  onClose: () => void;
};

function Giving({ activityId, ...form }: GivingProps): ReactNode {
  const t = useText();
  const terms = useGiftTerms(activityId);
  if (terms.data) return <GiftForm terms={terms.data} {...form} />;
  if (terms.error) {
    return (
      <LoadError
        text={t('gift.loadError')}
        error={terms.error}
        retrying={terms.isFetching}
        onRetry={() => void terms.refetch()}
      />
    );
  }
  return (
    <LoadingRegion className="mt-5 space-y-4">
      <Skeleton className="h-20 rounded-tile" />
      <Skeleton className="h-28 rounded-tile" />
      <Skeleton className="h-14 rounded-control" />
    </LoadingRegion>
  );
}

type GiftFormProps = {
  terms: GiftTerms;
  gift: ReturnType<typeof useGiveTickets>;
  /** The fan has pressed to give more, on a button that is gone. */
  isAgain: boolean;
  topUp: ReactNode;
  onClose: () => void;
};

const presets = [1, 5, 10];
const plan = {
  receiver: {
    label: 'gift.receiver',
    rules: [required, matching((typed) => receiverIn(typed) !== undefined, 'K7Q2M9XA')],
  },
} as const;

/** Shows the recipient and the amount, or why nothing can be given now. */
function GiftForm(props: GiftFormProps): ReactNode {
  const t = useText();
  const { terms, gift, topUp, onClose } = props;
  // Only the server decides that voting has ended, because the end may have moved. Requests in flight were sent in time, so
  // their answers are awaited.
  if (gift.isPending || (terms.state === 'open' && mostOf(terms) > 0)) return <GiftFields {...props} />;
  return (
    <>
      {gift.error ? <InlineAlert>{giftErrorText(gift.error, t)}</InlineAlert> : null}
      <NothingToGive terms={terms} topUp={topUp} onClose={onClose} />
    </>
  );
}

function mostOf({ tickets, leftToday }: GiftTerms): number {
  return Math.min(tickets, leftToday);
}

/** Shows the form's fields; the receiver is shown before anything is given. */
function GiftFields({ terms, gift, isAgain, onClose }: GiftFormProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { fields, values, check } = useFields(plan);
  const field = useArrivingFocus<HTMLInputElement>(isAgain);
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

type GiftReceiverProps = { by: ReceiverName['by']; receiver: UseQueryResult<ReceiverFace> };

/**
 * Shows the recipient behind a fan code, to confirm. The owner of an email stays secret, so the form asks to check the
 * address.
 */
function GiftReceiver({ by, receiver }: GiftReceiverProps): ReactNode {
  const t = useText();
  if (by === 'email') return <p className="rounded-tile bg-raise p-4 text-small text-pretty">{t('gift.byEmail')}</p>;
  if (receiver.data) {
    return (
      <div role="status" className="enter flex items-center gap-3 rounded-tile bg-ok-soft p-3">
        <Portrait src={receiver.data.avatarUrl} width={44} height={44} className="size-11 rounded-full" />
        <Name className="min-w-0 truncate font-bold">{receiver.data.nickname}</Name>
      </div>
    );
  }
  if (receiver.error) {
    return (
      <InlineAlert>
        <p>{giftErrorText(receiver.error, t)}</p>
        {isFinalAnswer(receiver.error) ? null : (
          <Button variant="soft" className="mt-3" busy={receiver.isFetching} onClick={() => void receiver.refetch()}>
            {t('common.retry')}
          </Button>
        )}
      </InlineAlert>
    );
  }
  return (
    <LoadingRegion>
      <Skeleton className="h-17 rounded-tile" />
    </LoadingRegion>
  );
}

type NothingToGiveProps = { terms: GiftTerms; topUp: ReactNode; onClose: () => void };

/**
 * Replaces the form, and says why nothing can be given: voting has ended, there are no tickets, or the day's limit is
 * reached.
 */
function NothingToGive({ terms, topUp, onClose }: NothingToGiveProps): ReactNode {
  const t = useText();
  const wait = useWaitText(terms);
  const place = useArrivingFocus<HTMLDivElement>();
  const hasEnded = terms.state === 'ended';
  const hasTickets = terms.tickets > 0;
  return (
    <>
      <div ref={place} tabIndex={-1} className="outline-none">
        <Empty
          icon={hasEnded || hasTickets ? ClockIcon : TicketIcon}
          text={hasEnded ? t('gift.ended') : hasTickets ? wait : t('gift.noTickets')}
        />
      </div>
      {hasEnded || hasTickets ? (
        <Button size="large" variant="soft" onClick={onClose}>
          {t('common.ok')}
        </Button>
      ) : (
        topUp
      )}
    </>
  );
}

/** Says why a fan with tickets cannot give any today. */
function useWaitText({ mostSent: limit, resetsAt }: GiftTerms): string {
  const t = useText();
  const friendly = useFriendlyDate();
  return limit === 0 ? t('gift.closed') : t('gift.dayIsOver', { limit, resets: friendly(resetsAt) });
}
