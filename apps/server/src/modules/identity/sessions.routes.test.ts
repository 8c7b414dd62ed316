import { describe, expect, it } from 'vitest';
import { isFromOwnPage } from './sessions.routes.ts';

const publicUrl = 'https://vote.example.com';
const none = { fetchSite: undefined, origin: undefined, host: 'vote.example.com' };

describe('a request with a cookie', () => {
  it.each([
    ['a page of ours', { fetchSite: 'same-origin' }],
    ['the address bar', { fetchSite: 'none' }],
    ['an old browser on a page of ours', { origin: 'https://vote.example.com' }],
    ['an old browser on a development server', { origin: 'http://127.0.0.1:4321', host: '127.0.0.1:4321' }],
    ['what is no browser', {}],
  ])('is taken from %s', (_what, headers) => {
    expect(isFromOwnPage({ ...none, ...headers }, publicUrl)).toBe(true);
  });

  it.each([
    ['another site', { fetchSite: 'cross-site', origin: 'https://evil.example' }],
    ['another host of the site', { fetchSite: 'same-site', origin: 'https://blog.example.com' }],
    ['another site in an old browser', { origin: 'https://evil.example' }],
    ['a frame without an origin', { origin: 'null' }],
    ['another port', { origin: 'https://vote.example.com:8443' }],
  ])('is not taken from %s', (_what, headers) => {
    expect(isFromOwnPage({ ...none, ...headers }, publicUrl)).toBe(false);
  });
});
