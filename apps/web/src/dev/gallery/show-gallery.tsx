import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#/lib/i18n/i18n.ts';
import { Toaster } from '#/ui/toast/toaster.tsx';
import { Gallery } from './gallery.tsx';

/** Draws the gallery once its texts are there. */
export async function showGallery(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('gallery.html has no #root element.');
  await startI18n();
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Gallery />
      <Toaster />
    </QueryClientProvider>,
  );
}
