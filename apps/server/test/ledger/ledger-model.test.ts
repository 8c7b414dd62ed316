import { describe } from 'vitest';
import { holdLedgerToModel } from './ledger-model.suite.ts';

describe('the ledger', () => {
  holdLedgerToModel(100);
});
