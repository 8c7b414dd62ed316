import { describe } from 'vitest';
import { compareWithStrictLots } from '../../ledger/expiry-histories.suite.ts';

/** Many times what the integration tests try. */
describe('lots of Points', () => {
  compareWithStrictLots(40_000);
});
