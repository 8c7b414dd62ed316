const songVote = ['home', 'about', 'concert', 'list', 'song-detail', 'rewards', 'center'];
const samePath = [
  'task',
  'activity',
  'packet',
  'box',
  'draw',
  'rule',
  'search-idol',
  'support-record',
  'ranking-intro',
  'live',
  'best7',
  'best7-vote-records',
];

/** The screens that hosts open by a hash, by the name in it. */
const screens = new Map([
  ...songVote.map((name) => [name, `/snh48vote/${name}`] as const),
  ...samePath.map((name) => [name, `/${name}`] as const),
  ['vote', '/vote-activity'],
]);

/**
 * Returns the path of a host link such as `#/vote?activityId=1004`, with the parameters of query and hash. Undefined
 * for a hash that names no screen.
 */
export function hashLinkTarget(hash: string, search: string): string | undefined {
  const [, name, inHash] = /^#\/([\w-]+)\/?(?:\?(.*))?$/.exec(hash) ?? [];
  const path = name && screens.get(name);
  if (!path) return undefined;
  const parameters = [search.replace(/^\?/, ''), inHash].filter(Boolean).join('&');
  return parameters ? `${path}?${parameters}` : path;
}

/** Replaces a hash link in the address bar by its path; false when there is none. */
export function followHashLink(): boolean {
  const target = hashLinkTarget(location.hash, location.search);
  if (target) history.replaceState(history.state, '', target);
  return target !== undefined;
}
