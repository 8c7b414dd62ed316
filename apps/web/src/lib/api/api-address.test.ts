import { afterEach, expect, test, vi } from 'vitest';
import { queryString } from './api-address.ts';

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
  const { apiBaseUrl } = await import('./api-address.ts');
  expect(apiBaseUrl).toBe(begins);
});

test('parameters are encoded, and undefined ones are left out', () => {
  expect(queryString({ email: 'a+b@example.com', type: 1, teamId: undefined })).toBe(
    '?email=a%2Bb%40example.com&type=1',
  );
});

test('without parameters there is no query', () => {
  expect(queryString(undefined)).toBe('');
  expect(queryString({ teamId: undefined })).toBe('');
});
