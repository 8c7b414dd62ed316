// Must run before all other modules, because they read the theme and the language that it determines.
import '#/boot/boot.ts';

const { showGallery } = await import('./show-gallery.tsx');
await showGallery();
