/** Where integration tests find their PostgreSQL. */
export type DatabaseServer = { readonly serverUrl: string; readonly template: string };

declare module 'vitest' {
  interface ProvidedContext {
    database: DatabaseServer;
  }
}
