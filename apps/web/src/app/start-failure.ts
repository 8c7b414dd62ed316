/**
 * The texts themselves could not be had, so nothing of the application can be shown: a plain page in both languages,
 * which are the only words in the code.
 */
export function showStartFailure(root: HTMLElement, error: unknown): void {
  console.error('Lightstick could not start.', error);
  const message = document.createElement('p');
  message.textContent = 'Lightstick could not be loaded. · 無法載入 Lightstick。';
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.textContent = 'Retry · 重試';
  retry.className = 'action min-h-14 rounded-tile px-8 font-bold';
  retry.addEventListener('click', () => location.reload());
  const page = document.createElement('main');
  page.className = 'grid min-h-dvh place-content-center justify-items-center gap-6 p-8 text-center';
  page.append(message, retry);
  root.replaceChildren(page);
}
