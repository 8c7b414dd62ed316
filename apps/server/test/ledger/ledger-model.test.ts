import { describe } from 'vitest';
import { holdLedgerToModel } from './ledger-against-model.ts';

describe('the ledger', () => holdLedgerToModel(100));
