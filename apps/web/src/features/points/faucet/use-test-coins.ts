import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const faucetRoute = 'POST /wallet/api/v1/userExpand/getTestCoinFaucet';

type Faucet = DataOf<Contract[typeof faucetRoute]>;

/** What the faucet gives, and when the next test coins are due. */
export function useFaucet(): UseQueryResult<Faucet> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.testCoins, accountId],
    queryFn: ({ signal }) => call(faucetRoute, { body: {} }, { signal }),
    enabled: accountId !== undefined,
  });
}

/** Takes the test coins of today. Called back with how many there were. */
export function useTakeTestCoins(onDone: (amount: number) => void) {
  return useIntent({
    route: 'POST /wallet/api/v1/userExpand/getFreeTestCoin',
    scope: 'test-coins',
    affects: [queryKeys.assets],
    onDone: ({ amount }) => onDone(amount),
  });
}
