import type { Plugin } from 'vite';

const helper = '\0vite/preload-helper.js';

/**
 * Writes dynamic imports without the bundler's helper, which would load a chunk's style sheets and preload its imports.
 * The app has one style sheet, and the page itself says what to preload.
 */
export function plainImports(): Plugin {
  return {
    name: 'lightstick:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return id === helper ? 'export const __vitePreload = (load) => load();' : undefined;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk' && !output.isEntry);
      const styled = chunks.filter((chunk) => chunk.viteMetadata?.importedCss.size);
      if (styled.length > 0)
        throw new Error(`Nothing loads the style sheet of ${styled.map(({ fileName }) => fileName).join(', ')}.`);
    },
  };
}
