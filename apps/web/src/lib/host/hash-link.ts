const songVote = ['home', 'about', 'concert', 'list', 'song-detail', 'rewards', 'center'];
const samePath = [
  'task',
  'activity',
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
 * Where a host's link such as `#/vote?activityId=1004` leads: a path with the parameters of the search string and of the
 * hash. undefined when the hash names none of those screens, as a place within a page does not.
 */
export function hashLinkTarget(hash: string, search: string): string | undefined {
  const [, name, inHash] = /^#\/([\w-]+)\/?(?:\?(.*))?$/.exec(hash) ?? [];
  const path = name && screens.get(name);
  if (!path) return undefined;
  const parameters = [search.replace(/^\?/, ''), inHash].filter(Boolean).join('&');
  return parameters ? `${path}?${parameters}` : path;
}

/** Replaces a host's hash link in the address bar by the path that it stands for; false when there is none. */
export function followHashLink(): boolean {
  const target = hashLinkTarget(location.hash, location.search);
  if (target) history.replaceState(history.state, '', target);
  return target !== undefined;
}
