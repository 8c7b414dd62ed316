/** Where integration tests find their PostgreSQL. */
export type DatabaseServer = { readonly serverUrl: string; readonly template: string };

/** A key pair: the public half as PEM, the private half as PKCS #8 in base64. */
export type TestKeyPair = { readonly publicKey: string; readonly privateKey: string };

declare module 'vitest' {
  interface ProvidedContext {
    database: DatabaseServer;
    keyPair: TestKeyPair;
  }
}
