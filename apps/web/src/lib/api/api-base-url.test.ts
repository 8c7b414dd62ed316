import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  ['', ''],
  ['/lightstick/', '/lightstick'],
  ['https://api.example.com', 'https://api.example.com'],
])('calls begin with what the build was given: %j', async (given, begins) => {
  vi.stubEnv('VITE_API_BASE_URL', given);
  vi.resetModules();
  const { apiBaseUrl } = await import('./api-base-url.ts');
  expect(apiBaseUrl).toBe(begins);
});
