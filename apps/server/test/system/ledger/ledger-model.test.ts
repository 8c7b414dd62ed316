import { describe } from 'vitest';
import { holdLedgerToModel } from '../../ledger/ledger-model.suite.ts';

/** Many times what the integration tests try; `LEDGER_SEQUENCES` asks for other numbers. */
describe('the ledger', () => {
  holdLedgerToModel(Number(process.env['LEDGER_SEQUENCES'] ?? 2000));
});
