import type { InvariantOfTables } from './invariants-of-tables.ts';

/** The PostgreSQL of integration tests, and what must hold in each database of it. */
export type DatabaseServer = {
  readonly serverUrl: string;
  readonly template: string;
  readonly invariants: readonly InvariantOfTables[];
};

/** A key pair: the public half as PEM, the private half as PKCS #8 in base64. */
export type TestKeyPair = { readonly publicKey: string; readonly privateKey: string };

declare module 'vitest' {
  interface ProvidedContext {
    database: DatabaseServer;
    keyPair: TestKeyPair;
  }
}
