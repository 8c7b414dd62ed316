import { type ReactNode, useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { remainingTime } from '#/lib/clock/remaining-time.ts';
import { useServerNow } from '#/lib/clock/use-server-now.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { testCoinErrorText } from './test-coin-error-text.ts';
import { useFaucet, useTakeTestCoins } from './use-test-coins.ts';

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
  /** The button is about to give way to the time that is left. */
  onTaken: () => void;
};

/**
 * The coins, or the time until there are some. When it is over they are offered at once, because the server's clock is no
 * more than guessed here: if it is not over there, the server says so.
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
