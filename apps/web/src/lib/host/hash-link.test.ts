import { afterEach, describe, expect, test, vi } from 'vitest';
import { followHashLink, hashLinkTarget } from './hash-link.ts';

function open(hash: string) {
  const replaceState = vi.fn<History['replaceState']>();
  vi.stubGlobal('location', { hash, search: '' });
  vi.stubGlobal('history', { state: null, replaceState });
  return { followed: followHashLink(), replaceState };
}

test.each([
  ['home', '/snh48vote/home'],
  ['about', '/snh48vote/about'],
  ['concert', '/snh48vote/concert'],
  ['list', '/snh48vote/list'],
  ['song-detail', '/snh48vote/song-detail'],
  ['rewards', '/snh48vote/rewards'],
  ['center', '/snh48vote/center'],
  ['vote', '/vote-activity'],
  ['task', '/task'],
  ['activity', '/activity'],
  ['packet', '/packet'],
  ['box', '/box'],
  ['draw', '/draw'],
  ['rule', '/rule'],
  ['search-idol', '/search-idol'],
  ['support-record', '/support-record'],
  ['ranking-intro', '/ranking-intro'],
  ['live', '/live'],
  ['best7', '/best7'],
  ['best7-vote-records', '/best7-vote-records'],
])('#/%s leads to %s', (name, path) => {
  expect(hashLinkTarget(`#/${name}`, '')).toBe(path);
  expect(hashLinkTarget(`#/${name}/`, '')).toBe(path);
});

test.each([
  ['#/vote?activityId=1004', '', '/vote-activity?activityId=1004'],
  ['#/vote?activityId=1004', '?platform=app', '/vote-activity?platform=app&activityId=1004'],
  ['#/vote', '?platform=app', '/vote-activity?platform=app'],
  ['#/vote?', '', '/vote-activity'],
  ['#/song-detail?name=%E5%85%89&next=/a?b', '', '/snh48vote/song-detail?name=%E5%85%89&next=/a?b'],
])('%s after "%s" keeps the parameters: %s', (hash, search, target) => {
  expect(hashLinkTarget(hash, search)).toBe(target);
});

test.each(['', '#', '#/', '#main', '#vote', '#/unknown', '#/constructor', '#/vote/deep', '#//evil.example', '#/Vote'])(
  '"%s" is left alone',
  (hash) => {
    expect(hashLinkTarget(hash, '?a=b')).toBeUndefined();
  },
);

describe('in the address bar', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('the path takes the place of the link, which is not a step to go back to', () => {
    const { followed, replaceState } = open('#/live?room=1');
    expect(followed).toBe(true);
    expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/live?room=1');
  });

  test('a place within the page stays', () => {
    const { followed, replaceState } = open('#/chapter-2');
    expect(followed).toBe(false);
    expect(replaceState).not.toHaveBeenCalled();
  });
});
