// First and alone: whatever asks for the theme and the language may only run when this has found them out.
import '#/boot/boot.ts';

const { showGallery } = await import('./show-gallery.tsx');
await showGallery();
