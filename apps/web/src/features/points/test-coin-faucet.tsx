import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useQueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { remainingTime, useServerNow } from '#/lib/clock/server-clock.ts';
import { useAwaitingInterval } from '#/lib/clock/use-awaiting-interval.ts';
import { shortAddress } from '#/lib/format/text.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { TransactionLink } from '#/ui/transaction-link.tsx';

/** Gives test coins once a day, and shows the time until the next ones. */
export function TestCoinFaucet(): ReactNode {
  const t = useText();
  const faucet = useFaucet();
  const place = useRef<HTMLDivElement>(null);
  const { data } = faucet;
  if (!data && faucet.error) {
    return (
      <LoadError
        text={t('testCoins.loadError')}
        error={faucet.error}
        retrying={faucet.isFetching}
        onRetry={() => void faucet.refetch()}
      />
    );
  }
  if (!data) {
    return (
      <LoadingRegion className="mt-3.5">
        <Skeleton className="h-14 rounded-tile" />
      </LoadingRegion>
    );
  }
  if (!data.isOpen) return <p className="mt-3.5 text-small font-semibold text-mute">{t('testCoins.closed')}</p>;
  return (
    <div ref={place} tabIndex={-1} className="mt-3.5 space-y-3 outline-none">
      {data.lastSent ? <Sent sent={data.lastSent} /> : null}
      <TakeOrWait faucet={data} onTaken={() => place.current?.focus({ preventScroll: true })} />
      <WhereTo faucet={data} />
    </div>
  );
}

/** Shows coins that were sent to the wallet: whether they have arrived, and where that can be seen. */
function Sent({ sent }: { sent: SentTestCoins }): ReactNode {
  const t = useText();
  const { amount, state, transaction } = sent;
  const wallet = shortAddress(sent.wallet ?? '');
  return (
    <div role="status" className="rounded-tile bg-raise p-4 text-small">
      <p className="flex items-center gap-2.5 font-bold">
        {state === 'arrived' ? <CheckIcon size={20} className="text-ok" /> : null}
        {state === 'onItsWay' ? <Spinner size={20} /> : null}
        <span className="num min-w-0">{t(`testCoins.sent.${state}`, { amount, wallet })}</span>
      </p>
      {state === 'arrived' ? null : <p className="mt-1 text-pretty text-mute">{t(`testCoins.sentNote.${state}`)}</p>}
      <TransactionLink transaction={transaction} className="-mb-2" />
    </div>
  );
}

/** Says where the next coins go, or how a fan without a wallet gets coins of the chain. */
function WhereTo({ faucet: { chainAmount, wallet } }: { faucet: Faucet }): ReactNode {
  const t = useText();
  if (chainAmount === null) return null;
  if (wallet !== null) {
    return (
      <p className="num text-small text-pretty text-mute">
        {t('testCoins.toWallet', { wallet: shortAddress(wallet) })}
      </p>
    );
  }
  return (
    <div className="space-y-1 text-small">
      <p className="text-pretty text-mute">{t('testCoins.noWallet', { amount: chainAmount })}</p>
      <Link href="/my-security?set=wallet" className="inline-flex min-h-11 items-center font-bold text-brand">
        {t('wallet.link')}
      </Link>
    </div>
  );
}

type TakeProps = {
  faucet: Faucet;
  /** The button is about to be replaced by the remaining time. */
  onTaken: () => void;
};

/**
 * Shows the coins, or the time until the next ones. Afterwards they are offered at once; if the server's clock is
 * behind, it refuses.
 */
function TakeOrWait({ faucet, onTaken }: TakeProps): ReactNode {
  const queryClient = useQueryClient();
  const { nextAt } = faucet;
  const targetMs = nextAt === null ? undefined : Date.parse(nextAt);
  const nowMs = useServerNow(targetMs);
  const isWaiting = targetMs !== undefined && nowMs < targetMs;
  const isOver = targetMs !== undefined && !isWaiting;

  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: queryKeys.testCoins });
  }, [isOver, queryClient]);

  return isWaiting ? <Countdown targetMs={targetMs} nowMs={nowMs} /> : <Take faucet={faucet} onTaken={onTaken} />;
}

function Take({ faucet, onTaken }: TakeProps): ReactNode {
  const t = useText();
  const { amount, chainAmount, wallet } = faucet;
  const take = useTakeTestCoins((taken) => {
    const title = taken.sent
      ? t('testCoins.takenOnChain', { amount: taken.sent.amount })
      : t('testCoins.taken', { amount: taken.amount });
    showToast({ kind: 'success', title });
    onTaken();
  });
  return (
    <div className="space-y-3">
      {take.error ? <InlineAlert>{testCoinErrorText(take.error, t)}</InlineAlert> : null}
      <SpendButton size="large" busy={take.isPending} onClick={() => take.mutate({})}>
        {chainAmount !== null && wallet !== null
          ? t('testCoins.takeOnChain', { amount: chainAmount })
          : t('testCoins.take', { amount })}
      </SpendButton>
    </div>
  );
}

const two = (value: number) => String(value).padStart(2, '0');

function Countdown({ targetMs, nowMs }: { targetMs: number; nowMs: number }): ReactNode {
  const t = useText();
  const { days, hours, minutes, seconds } = remainingTime(targetMs, nowMs);
  return (
    <p
      role="timer"
      aria-live="off"
      className="flex min-h-14 items-center justify-center gap-2 rounded-tile bg-raise px-4 text-body font-bold"
    >
      <ClockIcon size={20} />
      <span className="num">
        {t('testCoins.next', { time: `${two(days * 24 + hours)}:${two(minutes)}:${two(seconds)}` })}
      </span>
    </p>
  );
}

type TestCoinRefusal = ErrorOf<Contract['POST /wallet/api/v1/userExpand/getFreeTestCoin']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const testCoinTexts: Record<TestCoinRefusal, MessageId> = {
  TEST_COIN_TOO_SOON: 'testCoins.refused.tooSoon',
  TEST_COIN_NO_TEST_CHAIN: 'testCoins.refused.noTestChain',
  TEST_COIN_NETWORK_LIMIT: 'testCoins.refused.networkLimit',
  TEST_COIN_ADDRESS_LIMIT: 'testCoins.refused.addressLimit',
  TEST_COIN_DAY_LIMIT: 'testCoins.refused.dayLimit',
};

function testCoinErrorText(error: Error, t: Translate): string {
  return refusalText(error, testCoinTexts, t);
}

const faucetRoute = 'POST /wallet/api/v1/userExpand/getTestCoinFaucet';

type Faucet = DataOf<Contract[typeof faucetRoute]>;
type SentTestCoins = NonNullable<Faucet['lastSent']>;

/** Loads what the faucet gives, and when the next test coins are due; again while coins are on their way. */
function useFaucet(): UseQueryResult<Faucet> {
  const accountId = useAccountId();
  const intervalWhile = useAwaitingInterval();
  return useQuery({
    queryKey: [...queryKeys.testCoins, accountId],
    queryFn: ({ signal }) => call(faucetRoute, { body: {} }, { signal }),
    enabled: accountId !== undefined,
    refetchInterval: ({ state }) => intervalWhile(state.data?.lastSent?.state === 'onItsWay'),
  });
}

type TakenCoins = DataOf<Contract['POST /wallet/api/v1/userExpand/getFreeTestCoin']>;

/** Takes the test coins of today. */
function useTakeTestCoins(onDone: (taken: TakenCoins) => void) {
  return useIntent({
    route: 'POST /wallet/api/v1/userExpand/getFreeTestCoin',
    scope: 'test-coins',
    affects: [queryKeys.assets],
    onDone,
  });
}
