import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useQueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { call } from '#/lib/api/call.ts';
import { remainingTime } from '#/lib/clock/remaining-time.ts';
import { useServerNow } from '#/lib/clock/server-clock.ts';
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
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

/** Test coins once a day, and the time until the next ones. */
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
    <div ref={place} tabIndex={-1} className="mt-3.5 outline-none">
      <TakeOrWait
        amount={data.amount}
        nextAt={data.nextAt}
        onTaken={() => place.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}

type TakeProps = {
  amount: number;
  /** The button is about to be replaced by the remaining time. */
  onTaken: () => void;
};

/**
 * The coins, or the time until the next ones. Afterwards they are offered at once; if the server's clock is behind, it
 * refuses.
 */
function TakeOrWait({ nextAt, ...taking }: TakeProps & { nextAt: string | null }): ReactNode {
  const queryClient = useQueryClient();
  const targetMs = nextAt === null ? undefined : Date.parse(nextAt);
  const nowMs = useServerNow(targetMs);
  const isWaiting = targetMs !== undefined && nowMs < targetMs;
  const isOver = targetMs !== undefined && !isWaiting;

  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: queryKeys.testCoins });
  }, [isOver, queryClient]);

  return isWaiting ? <Countdown targetMs={targetMs} nowMs={nowMs} /> : <Take {...taking} />;
}

function Take({ amount, onTaken }: TakeProps): ReactNode {
  const t = useText();
  const take = useTakeTestCoins((taken) => {
    showToast({ kind: 'success', title: t('testCoins.taken', { amount: taken }) });
    onTaken();
  });
  return (
    <div className="space-y-3">
      {take.error ? <InlineAlert>{testCoinErrorText(take.error, t)}</InlineAlert> : null}
      <SpendButton size="large" busy={take.isPending} onClick={() => take.mutate({})}>
        {t('testCoins.take', { amount })}
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
};

function testCoinErrorText(error: Error, t: Translate): string {
  return refusalText(error, testCoinTexts, t);
}

const faucetRoute = 'POST /wallet/api/v1/userExpand/getTestCoinFaucet';

type Faucet = DataOf<Contract[typeof faucetRoute]>;

/** What the faucet gives, and when the next test coins are due. */
function useFaucet(): UseQueryResult<Faucet> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.testCoins, accountId],
    queryFn: ({ signal }) => call(faucetRoute, { body: {} }, { signal }),
    enabled: accountId !== undefined,
  });
}

/** Takes the test coins of today. Called back with how many there were. */
function useTakeTestCoins(onDone: (amount: number) => void) {
  return useIntent({
    route: 'POST /wallet/api/v1/userExpand/getFreeTestCoin',
    scope: 'test-coins',
    affects: [queryKeys.assets],
    onDone: ({ amount }) => onDone(amount),
  });
}
