import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

type TestCoinRefusal = ErrorOf<Contract['POST /wallet/api/v1/userExpand/getFreeTestCoin']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const testCoinTexts: Record<TestCoinRefusal, MessageId> = {
  TEST_COIN_TOO_SOON: 'testCoins.refused.tooSoon',
  TEST_COIN_NO_TEST_CHAIN: 'testCoins.refused.noTestChain',
  TEST_COIN_NETWORK_LIMIT: 'testCoins.refused.networkLimit',
};

export function testCoinErrorText(error: Error, t: Translate): string {
  return refusalText(error, testCoinTexts, t);
}
