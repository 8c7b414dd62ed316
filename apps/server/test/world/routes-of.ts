import type { World } from './world.ts';

type Route = { readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'OPTIONS'; readonly url: string };

/** Returns every route of a running server, with an example in place of each parameter. */
export function routesOf({ app }: World): Route[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^(.*?)── (\S+)(?: \((.+)\))?$/.exec(line);
      if (!found) return [];
      const [, indent = '', part = '', methods = ''] = found;
      above.length = Math.floor(indent.length / 4);
      above.push(part);
      const url = above.join('').replaceAll(/:\w+/g, 'example').replaceAll('*', 'example');
      return methods.split(', ').flatMap((method) => (method ? [{ method, url } as Route] : []));
    });
}
