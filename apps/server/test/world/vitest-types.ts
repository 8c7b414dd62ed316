/** Where integration tests find their PostgreSQL. */
export type DatabaseServer = { readonly serverUrl: string; readonly template: string };

/** A key pair under the development secret, as it is stored; the private half is sealed, in base64. */
export type TestKeyPair = { readonly id: string; readonly publicKey: string; readonly sealedPrivateKey: string };

declare module 'vitest' {
  interface ProvidedContext {
    database: DatabaseServer;
    keyPair: TestKeyPair;
  }
}
